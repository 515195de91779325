import type { Rule } from "../rule.ts";
import { awsRules } from "./aws.ts";
import { azureRules } from "./azure.ts";
import { elasticsearchRules } from "./elasticsearch.ts";
import { abortRules, fetchRules } from "./fetch.ts";
import { frameworkRules } from "./frameworks.ts";
import { graphqlRules } from "./graphql.ts";
import { grpcRules, http2Rules } from "./grpc.ts";
import { httpRules } from "./http.ts";
import { kafkaRules } from "./kafka.ts";
import { languageRules } from "./language.ts";
import { mcpRules } from "./mcp.ts";
import { mongodbRules } from "./mongodb.ts";
import { mssqlRules } from "./mssql.ts";
import { mysqlRules } from "./mysql.ts";
import { nodeRules } from "./node.ts";
import { postgresRules, postgrestRules } from "./postgres.ts";
import { prismaRules } from "./prisma.ts";
import { processRules } from "./process.ts";
import { providerRules } from "./providers.ts";
import { redisRules } from "./redis.ts";
import { slackRules } from "./slack.ts";
import { smtpRules } from "./smtp.ts";
import { sqliteRules } from "./sqlite.ts";
import { stripeTwilioRules } from "./stripe-twilio.ts";
import { errnoTextRule, textRules } from "./text.ts";
import { tlsRules } from "./tls.ts";
import { placeRule, validationRules } from "./validation.ts";
import { websocketRules } from "./websocket.ts";
import { wordRules } from "./words.ts";

/**
 * All rules, in the order in which they are asked within a stage: whoever gives a code a meaning
 * of its own comes before those to whom it is common. A new client is a file, and a line here.
 */
export const allRules: readonly Rule[] = [
  ...frameworkRules,
  ...validationRules,
  ...processRules,
  ...grpcRules,
  ...http2Rules,
  ...mcpRules,
  ...websocketRules,
  ...mongodbRules,
  ...mysqlRules,
  ...postgresRules,
  ...postgrestRules,
  ...sqliteRules,
  ...mssqlRules,
  ...redisRules,
  ...prismaRules,
  ...elasticsearchRules,
  ...kafkaRules,
  ...smtpRules,
  ...awsRules,
  ...azureRules,
  ...slackRules,
  ...stripeTwilioRules,
  ...providerRules,
  ...graphqlRules,
  ...fetchRules,
  ...tlsRules,
  ...nodeRules,
  ...abortRules,
  ...httpRules,
  errnoTextRule,
  ...wordRules,
  ...languageRules,
  ...textRules,
  placeRule,
];

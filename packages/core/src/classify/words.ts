import {
  CORRUPT,
  FUTILE,
  MAYBE_SENT,
  NOT_SENT,
  ROLLED_BACK,
  TIMEOUT_EARLY,
  type Verdict,
  type VerdictInput,
  verdictOf,
} from "./verdict.ts";

/*
 * The words in which services and libraries name failures, whatever their spelling:
 * `NOT_FOUND`, `not-found`, `NotFoundError`, `com.amazonaws#ResourceNotFoundException`. Collected
 * from the error references of the services named in `rules/`; the sources stand there. What a part
 * of a word says already (`PARTS`, as `notfound` in `usernotfound`) is not listed again.
 */

const EXACT: readonly (readonly [VerdictInput, string])[] = [
  [
    "rate_limited",
    `ratelimit toomanyrequests toomanyrequest slowdown requestlimitexceeded requestratetoolarge
     resourceexhausted concurrencylimitexceeded queryrateexceeded bandwidthlimitexceeded
     priorrequestnotcomplete provisionedthroughputexceeded limitexceeded servicerequestlimitexceeded
     toomanycalls enhanceyourcalm sendingquotaexceeded maxsendingrateexceeded maxrequestsexceeded
     flowcontrol floodwait userrequestlimitexceeded querylimitexceeded readlimitexceeded
     apilimitreached toomanyparts`,
  ],
  [
    "quota_exhausted",
    `insufficientquota quotaexceeded quotaexhausted dailylimitexceeded billing
     dailylimitexceededunreg billinghardlimitreached billingnotactive billingdisabled
     insufficientcredits insufficientcredit insufficientbalance outofcredits creditsexhausted
     paymentrequired ratelimitquotaexhausted monthlylimitexceeded usagelimitexceeded
     usagelimitreached spendlimitexceeded spendlimitreached planlimitreached planlimitexceeded
     exceededcurrentquota creditbalancetoolow notenoughcredits freetierlimitexceeded paymentoverdue
     trialexpired requestlimitreached hardlimitreached creditlimitexceeded resourcelimitexceeded
     outofquota quota storagelimitexceeded balancetoolow insufficientfunds endofquota subscriptionexpired overquota`,
  ],
  [
    "auth",
    `unauthenticated forbidden accessdenied permissiondenied permission permissions authentication
     authorization authorizationfailed authorizationrequired authorizationpending notauthenticated
     notauthed invalidtoken invalidaccesstoken invalidauthtoken tokenexpired expiredtoken
     tokenrevoked revokedtoken tokenisexpired tokeninvalid expiredaccesstoken missingtoken badtoken
     invalidauth missingscope insufficientscope insufficientscopes scopemissing insufficientpermissions
     insufficientpermission insufficientprivilege insufficientprivileges missingpermissions
     missingpermission missingaccess insufficientaccess insufficientrights credentialsrequired
     invalidcredential badcredentials wrongpassword wrongcredentials missingcredentials
     credentialsprovider credentials credentialsnotfound noauthorizationtoken invalidgrant
     invalidclient accessnotconfigured loginrequired signinrequired invalidsignature
     signaturedoesnotmatch unrecognizedclient invalidclienttokenid incompletesignature optinrequired
     requestexpired authfailure authfailed autherror invalidaccesskeyid invalidsecurity
     invalidsecuritytoken requesttimetooskewed accountinactive accountdeactivated serviceblocked
     consumerinvalid userprojectdenied unsupportedcountryregionterritory ipnotallowed
     organizationrestricted orgloginrequired readonly nopermission nopermissions jsonwebtoken
     notbefore samlssorequired mfarequired emailnotverified restrictedaction restrictedmethod
     sessionexpired notinchannel cannotdmbot notallowedtokentype teamaccessnotgranted
     invalidauthenticity csrf invalidcsrftoken accessrestricted accesstokenscopeinsufficient
     domainpolicy insufficientfilepermissions cannotaccess certificaterequired privilegerequired
     securityexception security notingroup userisrestricted aadapplication invaliduserpass
     loginfailed authexpired ssorequired accountlocked nopermissiontodo operationnotpermitted
     identityverificationrequired secretkeyrequired livemodemismatch invalidsessionid noperm
     contactadmin interactionrequired jwsinvalid testmodelivemode`,
  ],
  [
    "not_found",
    `notfound nosuchkey nosuchbucket nosuchupload nosuchentity nosuchversion nosuchfile
     nosuchdirectory nosuchhostedzone nosuchelement doesnotexist notexist notexists nonexistent
     nonexistentqueue resourcemissing gone resourcegone resourceunavailable nosuchmodel unknownmodel
     unknownresource unknownchannel unknownguild unknownmessage unknownuser channelarchived
     isarchived missingresource trycreate`,
  ],
  [
    "conflict",
    `conflict alreadyexists resourceexists resourceinuse duplicate duplicatekey duplicateentry
     duplicatevalue duplicateresource duplicaterecord duplicatedocument bucketalreadyownedbyyou
     bucketnotempty conditionalcheckfailed preconditionfailed failedprecondition optimisticlock
     optimisticlocking staleobject staleobjectstate staledata concurrentmodification concurrentupdate
     emailexists uniqueconstraint uniqueviolation uniquekeyviolation etagmismatch conditionnotmet
     leaseidmissing leasealreadypresent resourcelocked idempotencyparametermismatch
     idempotencykeyreuse operationaborted invalidstate versionmismatch nonceexpired existing
     fileexists resourcemodified transactioncanceled haschildren inuse`,
  ],
  [
    ROLLED_BACK,
    `transactionconflict aborted serializationfailure deadlock lockwaittimeout locktimeout
     writeconflict lockunavailable locknotavailable locknotacquired transactionaborted
     retrytransaction restarttransaction transactionretry unabletolockrow idempotencykeyinuse locked
     databaselocked concurrentrequest`,
  ],
  [
    "timeout",
    `timeout timedout deadlineexceeded readtimeouterror deadline exceededtimelimit maxtimemsexpired
     tooslow tooktoolong`,
  ],
  [
    TIMEOUT_EARLY,
    `connecttimeout connectiontimeout connectiontimedout connectionacquiretimeout acquiretimeout
     connectionacquiretimeoutexception pooltimeout queuetimeout connectionpooltimeout lookuptimeout
     tlshandshaketimeout handshaketimeout sequelizeconnectionacquiretimeout`,
  ],
  [
    MAYBE_SENT,
    `internal internalserver internalservererror internalfailure internalservice fatal server
     serviceunavailable unavailable badgateway gateway service servicefailure network connection
     apiconnection socket backend upstream upstreamfailure downstream dependencyfailed
     dependencyfailure faileddependency modelnotready modelstream connectionclosed connectionlost
     connectionreset protocolconnectionlost fetch unknownerror requestsend connectionerror
     communicationfailure serviceexception webserver originunreachable badresponsestatuscode
     networkrequestfailed responseaborted responseparse bodyparse prematureclose connectionterminated websocketclosed
     streamdestroyed responsevalidation typevalidation emptyresponsebody badresponse
     internalerrorexception processing temporary temporaryfailure transient`,
  ],
  [
    NOT_SENT,
    `overloaded overload serverbusy servicebusy connectionrefused toomanyconnections
     maxconnectionsreached poolclosed circuitopen opencircuit circuitbreakeropen brokencircuit
     bulkheadrejected isolatedcircuit hostnotfound hostnotreachable dnslookup queuefull busy
     noresponders notready starting maintenance maintenancemode capacityexceeded insufficientcapacity
     tryagain tryagainlater retrylater backendbusy noconnection cannotconnect`,
  ],
  [
    "invalid_args",
    `invalidargument invalidarguments invalidparameter invalidparameters invalidparametervalue
     invalidparametercombination missingparameter missingparameters validation validationfailed
     invalidrequest badrequest baduserinput graphqlvalidationfailed graphqlparsefailed
     argumentvalidation invalidinput invalidvalue invalidquery outofrange contextlengthexceeded
     contextoverflow stringabovemaxlength requesttoolarge payloadtoolarge requestentitytoolarge
     entitytoolarge unprocessableentity unprocessable unprocessablecontent unsupportedmediatype
     methodnotallowed notacceptable lengthrequired uritoolong rangenotsatisfiable notext
     parametermissing parameterinvalid parameterinvalidempty parameterunknown amounttoosmall
     amounttoolarge valueoutofrange typemismatch sizelimitexceeded maxpayloadexceeded
     schemavalidation inputvalidation requestvalidation argument arguments toolinputparsing toolinput
     invalidtoolinput malformedrequest missingrequiredparameter unknownparameter badparameter
     incorrectnumber invalidnumber invalidemail invalidurl validationerrors castfailed cast
     invalidjson missingfield missingfieldcode unexpectedparameter unknownfield unrecognizedkeys
     toomanyvalues toomanyitems contenttoolarge itemcollectionsizelimitexceeded zod valibot
     modelvalidation propertyrequired requiredparametermissing yaml yamlparse xml csv toml schema validate elementclickintercepted elementnotinteractable`,
  ],
  [
    "unknown_tool",
    "nosuchtool unknowntool toolnotfound methodnotfound nosuchmethod unknownfunction invalidtoolname unknowncommand",
  ],
  [
    FUTILE,
    `notimplemented unimplemented unsupported unsupportedoperation operationnotsupported notsupported
     unsupportedfunctionality featurenotsupported httpversionnotsupported selfsignedcertificate
     certificate certificateexpired certificateverifyfailed sslerror ssl tls toomanyredirects
     maxredirects maxredirect unsupportedprotocol protocolnotsupported misconfigured configuration
     unsupportedversion deprecatedendpoint apideprecated methoddeprecated unwillingtoperform`,
  ],
  [
    CORRUPT,
    `corruptstate corrupt corrupted corruption dataloss partialwrite inconsistentstate
     stateinconsistent databasecorrupt halfwritten partiallyapplied partialcommit tornwrite
     inconsistentdata datainconsistency`,
  ],
  [
    "rejected",
    `userrejected rejectedbyuser humanrejected approvaldenied approvalrejected userdeclined
     declinedbyuser rejectedbyhuman toolexecutiondenied tooloutputdenied actionrejected rejected`,
  ],
  [
    "cancelled",
    `abort cancelled canceled cancel useraborted apiuserabort clientclosedrequest cancellation
     modelabort requestaborted`,
  ],
  ["interrupted", "graphinterrupt nodeinterrupt graphbubbleup"],
  ["empty_result", "noresults emptyresult noresultsfound nodata nodatafound norowsfound"],
];

const TABLE: ReadonlyMap<string, Verdict> = new Map(
  EXACT.flatMap(([verdict, words]) =>
    words.split(/\s+/).map((word): [string, Verdict] => [word, verdictOf(verdict)]),
  ),
);

type Ending = readonly [at: "end" | "start" | "in", word: string, verdict: VerdictInput];

/** What a word that nobody listed says by its parts; the first that fits. */
const PARTS: readonly Ending[] = [
  ["in", "ratelimit", "rate_limited"],
  ["in", "toomanyrequests", "rate_limited"],
  ["in", "throttl", "rate_limited"],
  ["end", "budgetexhausted", "rate_limited"],
  ["in", "tripwire", "rejected"],
  ["in", "guardrail", "rejected"],
  ["in", "insufficientquota", "quota_exhausted"],
  ["in", "quotaexceeded", "quota_exhausted"],
  ["in", "quotaexhausted", "quota_exhausted"],
  ["start", "corrupt", CORRUPT],
  ["end", "corrupted", CORRUPT],
  ["end", "corruption", CORRUPT],
  ["in", "inconsistentstate", CORRUPT],
  ["in", "partialwrite", CORRUPT],
  ["in", "already", "conflict"],
  ["start", "duplicate", "conflict"],
  ["end", "taken", "conflict"],
  ["end", "conflict", "conflict"],
  ["end", "collision", "conflict"],
  ["start", "stale", "conflict"],
  ["end", "deleting", "conflict"],
  ["end", "notfound", "not_found"],
  ["end", "doesnotexist", "not_found"],
  ["start", "nosuch", "not_found"],
  ["in", "unauthori", "auth"],
  ["in", "unauthenticated", "auth"],
  ["in", "accessdenied", "auth"],
  ["in", "permissiondenied", "auth"],
  ["in", "invalidcredential", "auth"],
  ["in", "notauthori", "auth"],
  ["in", "apikey", "auth"],
  ["in", "authentication", "auth"],
  ["in", "jwt", "auth"],
  ["end", "tokenexpired", "auth"],
  ["end", "forbidden", "auth"],
  ["end", "suspended", "auth"],
  ["end", "disabled", "auth"],
  ["end", "paused", "auth"],
  ["end", "notaccessible", "auth"],
  ["start", "authorization", "auth"],
  ["start", "permission", "auth"],
  ["in", "signatureverification", "auth"],
  ["end", "deleted", "not_found"],
  ["in", "constraintv", "conflict"],
  ["end", "locklost", "conflict"],
  ["in", "deadlock", ROLLED_BACK],
  ["end", "inprogress", ROLLED_BACK],
  ["in", "connecttimeout", TIMEOUT_EARLY],
  ["end", "timeout", "timeout"],
  ["end", "timedout", "timeout"],
  ["in", "deadlineexceeded", "timeout"],
  ["end", "overloaded", NOT_SENT],
  ["end", "available", MAYBE_SENT], // and "unavailable"
  ["end", "cancelled", "cancelled"],
  ["end", "canceled", "cancelled"],
  ["start", "invalid", "invalid_args"],
  ["start", "missing", "invalid_args"],
  ["start", "malformed", "invalid_args"],
  ["start", "bad", "invalid_args"],
  ["start", "cannotparse", "invalid_args"],
  ["end", "toolong", "invalid_args"],
  ["end", "toolarge", "invalid_args"],
  ["end", "validation", "invalid_args"],
  ["in", "validationfail", "invalid_args"],
  ["end", "jsonparse", MAYBE_SENT],
  ["end", "serverparse", MAYBE_SENT], // Apollo
  ["end", "parse", "invalid_args"],
  ["end", "parser", "invalid_args"],
  ["in", "template", "invalid_args"],
  ["in", "expression", "invalid_args"],
  ["end", "notjson", MAYBE_SENT],
  ["end", "notallowed", "invalid_args"],
  ["end", "notsupported", FUTILE],
  ["start", "unsupported", "invalid_args"],
  ["end", "badrequest", "invalid_args"],
  ["end", "argument", "invalid_args"],
  ["end", "missing", "invalid_args"],
  ["end", "fetch", MAYBE_SENT],
  ["end", "down", MAYBE_SENT],
  ["end", "server", MAYBE_SENT],
  ["end", "network", MAYBE_SENT],
  ["end", "connection", MAYBE_SENT],
  ["end", "transport", MAYBE_SENT],
];

/** Words so general that an HTTP status beside them says more. */
const GENERAL = new Set(
  `invalidrequest badrequest badresponse server internal internalserver internalservererror service serviceunavailable
   unavailable available network connection apiconnection transport fetch socket gateway backend processing permission limitexceeded
   validation request api http unprocessable fatal unknownerror upstream badgateway
   requestsend existing argument security rejected quota configuration certificate invalidargument
   outofrange failedprecondition aborted internalfailure unsupported notsupported temporary transient cast gone`.split(
    /\s+/,
  ),
);

/**
 * Lower-case letters and digits only; a namespace in front and `Error`, `Exception` or `Fault`
 * at the end are taken off.
 */
export function wordOf(text: string): string {
  let word = "";
  const start = Math.max(text.lastIndexOf("#"), text.lastIndexOf("/")) + 1;
  const end = Math.min(text.length, start + 80);
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 97 && unit <= 122) word += text[at];
    else if (unit >= 65 && unit <= 90) word += String.fromCharCode(unit + 32);
    else if (unit >= 48 && unit <= 57) word += text[at];
    else if (unit === 58) break; // "ThrottlingException:http://…"
  }
  if (word.endsWith("exception")) word = word.slice(0, -9);
  else if (word.endsWith("error")) word = word.slice(0, -5);
  else if (word.endsWith("fault") && word !== "default") word = word.slice(0, -5);
  return word;
}

/**
 * What a word says. With `specific`, words so general that an HTTP status says more are left
 * out, and so is what only the parts of a word suggest when they are that general.
 */
export function wordVerdict(text: string, specific: boolean): Verdict | undefined {
  const cache = specific ? specificCache : generalCache;
  const known = cache.get(text);
  if (known !== undefined) return known === null ? undefined : known;
  const verdict = lookUp(text, specific);
  // The same few words come again and again; a flood of others starts the cache afresh.
  if (cache.size >= 500) cache.clear();
  cache.set(text.length > 80 ? text.slice(0, 80) : text, verdict ?? null);
  return verdict;
}

const specificCache = new Map<string, Verdict | null>();
const generalCache = new Map<string, Verdict | null>();

function lookUp(text: string, specific: boolean): Verdict | undefined {
  const word = wordOf(text);
  if (word.length < 3) return undefined;
  if (specific && GENERAL.has(word)) return undefined;
  const exact = TABLE.get(word);
  if (exact !== undefined) return exact;
  for (const [at, part, verdict] of PARTS) {
    // 401 with `missing_header`, 409 with `invalid_request_id`: the status says what it is about.
    if (specific && (verdict === "invalid_args" || GENERAL.has(part))) continue;
    const fits =
      at === "end"
        ? word.endsWith(part)
        : at === "start"
          ? word.startsWith(part)
          : word.includes(part);
    if (fits) return verdictOf(verdict);
  }
  // Without the words in front: "PineconeBadRequestError", "LambdaThrottlesReached".
  for (const { index } of text.slice(0, 80).matchAll(/(?<=[a-z\d])[A-Z]|(?<=[_-])\w/g)) {
    const rest = wordOf(text.slice(index));
    const ending = rest.length < 4 || GENERAL.has(rest) ? undefined : TABLE.get(rest);
    if (ending !== undefined && ending.errorType !== "corrupt_state") return ending;
  }
  return undefined;
}

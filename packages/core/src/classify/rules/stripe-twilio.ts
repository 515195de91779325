import type { Rule } from "../rule.ts";
import { MAYBE_SENT, NOT_SENT, ROLLED_BACK, TIMEOUT_LATE, type VerdictInput } from "../verdict.ts";

const TWILIO: Readonly<Record<number, VerdictInput>> = {
  20003: "auth",
  20005: "auth",
  20006: "auth",
  20008: "auth",
  20404: "not_found",
  20409: "conflict",
  20429: "rate_limited",
  20500: MAYBE_SENT,
  20503: NOT_SENT,
  14107: "rate_limited",
  63018: "rate_limited",
  30001: "rate_limited",
  30022: "rate_limited",
  63038: "quota_exhausted",
  30002: "auth",
  21608: "auth",
  21610: "auth",
  21612: "invalid_args",
  21211: "invalid_args",
  21614: "invalid_args",
  10004: "rate_limited",
  20001: "invalid_args",
};

/** Stripe and Twilio: codes that say more than their statuses. */
export const stripeTwilioRules: readonly Rule[] = [
  {
    name: "stripe",
    source: "https://docs.stripe.com/error-codes",
    example: {
      $error: {
        type: "StripeInvalidRequestError",
        code: "resource_missing",
        statusCode: 404,
        raw: {},
        message: "No such customer",
      },
    },
    codes: {
      resource_missing: "not_found",
      lock_timeout: ROLLED_BACK,
      idempotency_key_in_use: ROLLED_BACK,
      resource_already_exists: "conflict",
      rate_limit: "rate_limited",
      secret_key_required: "auth",
      api_key_expired: "auth",
      platform_api_key_expired: "auth",
      account_invalid: "auth",
      parameter_invalid_empty: "invalid_args",
      parameter_invalid_integer: "invalid_args",
      parameter_invalid_string_blank: "invalid_args",
      parameter_invalid_string_empty: "invalid_args",
      parameter_missing: "invalid_args",
      parameter_unknown: "invalid_args",
      amount_too_large: "invalid_args",
      amount_too_small: "invalid_args",
      email_invalid: "invalid_args",
      url_invalid: "invalid_args",
      charge_already_captured: "conflict",
      charge_already_refunded: "conflict",
      charge_disputed: "conflict",
      payment_intent_unexpected_state: "conflict",
      setup_intent_unexpected_state: "conflict",
      balance_insufficient: "quota_exhausted",
      card_declined: "quota_exhausted",
      expired_card: "quota_exhausted",
      insufficient_funds: "quota_exhausted",
      testmode_charges_only: "auth",
      livemode_mismatch: "auth",
    },
    when: (link) =>
      String(link.get("type")).startsWith("Stripe") ||
      link.get("rawType") !== undefined ||
      link.status !== undefined,
  },
  {
    name: "stripe/type",
    source: "https://docs.stripe.com/api/errors/handling",
    example: {
      $error: {
        type: "StripeConnectionError",
        message: "An error occurred with our connection to Stripe.",
      },
    },
    stage: "word",
    match(link) {
      switch (link.get("type")) {
        case "StripeConnectionError":
          return link.lower.includes("timeout") ? TIMEOUT_LATE : MAYBE_SENT;
        case "StripeAPIError":
          return MAYBE_SENT;
        case "StripeRateLimitError":
          return "rate_limited";
        case "StripeAuthenticationError":
        case "StripePermissionError":
        case "StripeSignatureVerificationError":
          return "auth";
        case "StripeInvalidRequestError":
          return "invalid_args";
        case "StripeIdempotencyError":
          return "conflict";
        case "StripeCardError":
          return "quota_exhausted";
        default:
          return undefined;
      }
    },
  },
  {
    name: "twilio",
    source: "https://www.twilio.com/docs/api/errors",
    example: {
      $error: {
        name: "Error",
        status: 400,
        code: 63038,
        moreInfo: "https://www.twilio.com/docs/errors/63038",
        message: "Daily limit",
      },
    },
    on: "number",
    has: ["moreInfo"],
    match(link) {
      if (typeof link.get("moreInfo") !== "string") return undefined;
      return TWILIO[link.code as number];
    },
  },
];

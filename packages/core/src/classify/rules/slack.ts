import { read, readString } from "../read.ts";
import type { Rule } from "../rule.ts";
import { FUTILE, MAYBE_SENT, NOT_SENT, TIMEOUT_LATE, type VerdictInput } from "../verdict.ts";
import { wordVerdict } from "../words.ts";

const GROUPS: readonly (readonly [VerdictInput, string])[] = [
  [
    "auth",
    `invalid_auth not_authed account_inactive token_revoked token_expired no_permission missing_scope org_login_required
     ekm_access_denied not_in_channel not_allowed_token_type team_access_not_granted enterprise_is_restricted
     user_is_restricted user_is_bot user_is_ultra_restricted restricted_action restricted_action_read_only_channel
     restricted_action_thread_only_channel restricted_action_non_threadable_channel restricted_action_thread_locked
     access_denied cant_update_message cant_delete_message cant_kick_self cant_invite_self cant_invite
     cannot_dm_bot is_bot two_factor_setup_required accesslimited method_not_supported_for_channel_type
     not_in_group cant_post_message as_user_not_supported edit_window_closed cant_broadcast_message
     compliance_exports_prevent_deletion plan_upgrade_required paid_only paid_teams_only feature_not_enabled`,
  ],
  [
    "not_found",
    `channel_not_found user_not_found users_not_found file_not_found message_not_found thread_not_found team_not_found
     usergroup_not_found no_such_subteam emoji_not_found bot_not_found view_not_found no_reaction no_item_specified_found
     file_deleted is_archived channel_is_archived user_not_visible reminder_not_found bookmark_not_found
     not_found no_pin invite_not_found app_not_found list_not_found canvas_not_found`,
  ],
  [
    "conflict",
    `already_reacted already_in_channel already_archived not_archived name_taken already_pinned not_pinned already_starred
     not_starred duplicate_client_msg_id hash_conflict already_exists no_change name_taken_emoji user_already_team_member`,
  ],
  [
    "invalid_args",
    `invalid_arguments invalid_arg_name invalid_array_arg invalid_charset invalid_form_data invalid_post_type missing_post_type
     missing_argument msg_too_long no_text too_many_attachments too_many_contact_cards invalid_blocks
     invalid_blocks_format invalid_name invalid_name_required invalid_name_punctuation invalid_name_maxlength invalid_name_specials
     invalid_cursor invalid_limit invalid_ts_latest invalid_ts_oldest invalid_timestamp bad_timestamp no_channel
     no_user messages_tab_disabled time_in_past time_too_far invalid_metadata_format metadata_too_large
     invalid_scheduled_message_id invalid_trigger_id exchanged_trigger_id trigger_expired invalid_refresh_token json_not_object
     invalid_json bad_query_args no_query slack_connect_canvas_sharing_blocked too_long post_size_limit block_mismatch
     markdown_text_conflict message_limit_exceeded`,
  ],
  ["rate_limited", "ratelimited rate_limited rate_limited_channel message_rate_limited"],
  [
    MAYBE_SENT,
    "internal_error fatal_error request_timeout team_added_to_org external_channel_migrating upgrade_required internal_service_error",
  ],
  [NOT_SENT, "service_unavailable team_migration_in_progress"],
  [
    FUTILE,
    "method_deprecated deprecated_endpoint unknown_method method_not_supported feature_not_supported",
  ],
];

const ERRORS = new Map<string, VerdictInput>();
for (const [verdict, errors] of GROUPS)
  for (const error of errors.split(/\s+/)) ERRORS.set(error, verdict);

/** Slack: errors are HTTP 200 with `ok: false`. */
export const slackRules: readonly Rule[] = [
  {
    name: "slack",
    source: "https://docs.slack.dev/reference/methods/chat.postMessage#errors",
    example: { ok: false, error: "channel_not_found" },
    has: ["ok", "data"],
    match(link) {
      const data = read(link.get("data"), "ok") === false ? link.get("data") : link.value;
      if (read(data, "ok") !== false) return undefined;
      const error = readString(data, "error");
      if (error === undefined) return undefined;
      return ERRORS.get(error) ?? (error.includes(" ") ? undefined : wordVerdict(error, false));
    },
  },
  {
    name: "slack/sdk",
    source: "https://github.com/slackapi/node-slack-sdk/blob/main/packages/web-api/src/errors.ts",
    example: {
      $error: {
        code: "slack_webapi_rate_limited_error",
        retryAfter: 30,
        message: "A rate-limit has been reached",
      },
    },
    codes: {
      slack_webapi_rate_limited_error: "rate_limited",
      slack_webapi_file_upload_invalid_args_error: "invalid_args",
      slack_webapi_file_upload_read_file_data_error: "invalid_args",
    },
  },
  {
    name: "slack/request",
    source: "https://github.com/slackapi/node-slack-sdk/blob/main/packages/web-api/src/errors.ts",
    example: {
      $error: {
        code: "slack_webapi_request_error",
        message: "A request error occurred: timeout of 250ms exceeded",
      },
    },
    stage: "word",
    match: (link) =>
      link.code === "slack_webapi_request_error"
        ? link.lower.includes("timeout")
          ? TIMEOUT_LATE
          : MAYBE_SENT
        : undefined,
  },
];

import type { Rule } from "../rule.ts";
import { FUTILE, type VerdictInput } from "../verdict.ts";

/** Certificate errors of OpenSSL as node names them: the same certificate fails the same way. */
const CERTIFICATES = `UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_CRL UNABLE_TO_DECRYPT_CERT_SIGNATURE
  UNABLE_TO_DECRYPT_CRL_SIGNATURE UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY CERT_SIGNATURE_FAILURE
  CRL_SIGNATURE_FAILURE CERT_NOT_YET_VALID CERT_HAS_EXPIRED CRL_NOT_YET_VALID CRL_HAS_EXPIRED
  ERROR_IN_CERT_NOT_BEFORE_FIELD ERROR_IN_CERT_NOT_AFTER_FIELD ERROR_IN_CRL_LAST_UPDATE_FIELD
  ERROR_IN_CRL_NEXT_UPDATE_FIELD OUT_OF_MEM DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE CERT_CHAIN_TOO_LONG
  CERT_REVOKED INVALID_CA PATH_LENGTH_EXCEEDED INVALID_PURPOSE CERT_UNTRUSTED CERT_REJECTED
  HOSTNAME_MISMATCH ERR_TLS_CERT_ALTNAME_INVALID ERR_TLS_CERT_ALTNAME_FORMAT
  ERR_TLS_REQUIRED_SERVER_NAME ERR_TLS_INVALID_PROTOCOL_VERSION ERR_TLS_PROTOCOL_VERSION_CONFLICT
  ERR_TLS_DH_PARAM_SIZE ERR_TLS_INVALID_CONTEXT ERR_TLS_ALPN_CALLBACK_INVALID_RESULT ETLS
  ERR_TLS_SNI_FROM_SERVER ERR_TLS_HANDSHAKE_FAILURE CERT_COMMON_NAME_INVALID`;

const TABLE: Record<string, VerdictInput> = {
  ERR_TLS_HANDSHAKE_TIMEOUT: { errorType: "timeout", outcome: "none" },
};
for (const code of CERTIFICATES.split(/\s+/)) TABLE[code] = FUTILE;

/** TLS: untrusted certificates and wrong protocols. */
export const tlsRules: readonly Rule[] = [
  {
    name: "tls",
    source: "https://nodejs.org/api/tls.html#x509-certificate-error-codes",
    example: { $error: { code: "CERT_HAS_EXPIRED", message: "certificate has expired" } },
    codes: TABLE,
  },
  {
    name: "tls/openssl",
    source: "https://docs.openssl.org/master/man3/ERR_get_error/",
    example: { $error: { code: "ERR_SSL_WRONG_VERSION_NUMBER", message: "wrong version number" } },
    on: "string",
    match: ({ code }) =>
      typeof code === "string" && (code.startsWith("ERR_SSL_") || code.startsWith("ERR_OSSL_"))
        ? FUTILE
        : undefined,
  },
];

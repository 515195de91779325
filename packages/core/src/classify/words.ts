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
 * from the error references of the services named in `rules/`; the sources stand there.
 */

const EXACT: readonly (readonly [VerdictInput, string])[] = [
  [
    "rate_limited",
    `ratelimit ratelimited ratelimitexceeded ratelimitreached ratelimiting ratelimits toomanyrequests
     toomanyrequest throttled throttling throttle throttlingexceeded slowdown requestlimitexceeded
     requestthrottled requestratetoolarge resourceexhausted userratelimitexceeded
     ratelimitcapacity concurrencylimitexceeded queryrateexceeded bandwidthlimitexceeded
     priorrequestnotcomplete provisionedthroughputexceeded ec2throttled limitexceeded
     ratelimitedexceeded servicerequestlimitexceeded requestratelimitexceeded toomanycalls
     overratelimit enhanceyourcalm sendingquotaexceeded maxsendingrateexceeded quotathrottled
     secondaryratelimit abuseratelimit maxrequestsexceeded flowcontrol floodwait accountratelimit
     userrequestlimitexceeded callratelimit querylimitexceeded readlimitexceeded apilimitreached`,
  ],
  [
    "quota_exhausted",
    `insufficientquota quotaexceeded quotaexhausted dailylimitexceeded dailyquotaexceeded billing
     dailylimitexceededunreg billinghardlimitreached billingnotactive billingdisabled
     insufficientcredits insufficientcredit insufficientbalance outofcredits creditsexhausted
     paymentrequired servicequotaexceeded ratelimitquotaexhausted monthlylimitexceeded
     monthlyquotaexceeded usagelimitexceeded usagelimitreached spendlimitexceeded spendlimitreached
     planlimitreached planlimitexceeded exceededcurrentquota creditbalancetoolow notenoughcredits
     freetierlimitexceeded paymentoverdue trialexpired requestlimitreached storagequotaexceeded
     hardlimitreached creditlimitexceeded accountquotaexceeded resourcelimitexceeded outofquota quota balancetoolow
     dataquotaexceeded insufficientfunds endofquota subscriptionexpired`,
  ],
  [
    "auth",
    `unauthorized unauthorised unauthenticated forbidden accessdenied permissiondenied permission
     permissions authentication authenticationfailed authenticationrequired authenticationfailure
     authorization authorizationfailed authorizationrequired authorizationpending notauthorized
     notauthorised notauthenticated notauthed invalidapikey apikeyinvalid apikeyexpired
     apikeymissing missingapikey expiredapikey invalidtoken invalidaccesstoken invalidauthtoken
     tokenexpired expiredtoken tokenrevoked revokedtoken tokenisexpired tokeninvalid
     expiredaccesstoken missingtoken badtoken invalidauth missingscope insufficientscope scopemissing
     insufficientpermissions insufficientpermission insufficientprivilege insufficientprivileges
     missingpermissions missingpermission missingaccess insufficientaccess insufficientrights
     credentialsrequired invalidcredentials invalidcredential badcredentials wrongpassword
     wrongcredentials missingcredentials credentialsprovider credentials credentialsnotfound
     noauthorizationtoken invalidgrant invalidclient unauthorizedclient accessnotconfigured
     loginrequired signinrequired invalidsignature signaturedoesnotmatch unrecognizedclient
     invalidclienttokenid missingauthenticationtoken incompletesignature optinrequired requestexpired
     authfailure authfailed autherror unauthorizedoperation unauthorizedaccess invalidaccesskeyid
     invalidsecurity invalidsecuritytoken requesttimetooskewed accountinactive accountdeactivated kmsaccessdenied serviceblocked consumerinvalid
     userprojectdenied requestforbidden unsupportedcountryregionterritory ipnotallowed
     organizationrestricted orgloginrequired readonly nopermission nopermissions jwtexpired jwtinvalid
     jsonwebtoken notbefore samlssorequired mfarequired emailnotverified restrictedaction
     restrictedmethod sessionexpired notinchannel cannotdmbot ekmaccessdenied notallowedtokentype
     teamaccessnotgranted invalidauthenticity csrf invalidcsrftoken accessrestricted
     accesstokenscopeinsufficient domainpolicy insufficientfilepermissions cannotaccess
     certificaterequired proxyauthenticationrequired privilegerequired securityexception security
     notingroup userisrestricted aadapplication invaliduserpass loginfailed authexpired
     loadapikey ssorequired badauthentication accountlocked nopermissiontodo operationnotpermitted
     identityverificationrequired secretkeyrequired apikeyrequired livemodemismatch
     platformapikeyexpired invalidsessionid interactionrequired jwsinvalid testmodelivemode`,
  ],
  [
    "not_found",
    `notfound resourcenotfound entitynotfound recordnotfound objectnotfound itemnotfound
     documentnotfound rownotfound pagenotfound routenotfound endpointnotfound usernotfound
     modelnotfound filenotfound pathnotfound keynotfound nosuchkey nosuchbucket nosuchupload
     nosuchentity nosuchversion nosuchfile nosuchdirectory nosuchhostedzone nosuchelement doesnotexist
     notexist notexists nonexistent nonexistentqueue queuedoesnotexist resourcemissing gone
     resourcegone blobnotfound containernotfound resourceunavailable indexnotfound
     deploymentnotfound nosuchmodel unknownmodel unknownresource unknownchannel unknownguild
     unknownmessage unknownuser secretnotfound filedeleted channelarchived isarchived
     missingresource entitydoesnotexist parameternotfound`,
  ],
  [
    "conflict",
    `conflict alreadyexists resourceexists resourcealreadyexists resourceinuse resourceconflict
     entityalreadyexists duplicate duplicatekey duplicateentry duplicatevalue duplicateresource
     duplicaterecord duplicatedocument bucketalreadyexists bucketalreadyownedbyyou bucketnotempty
     conditionalcheckfailed preconditionfailed failedprecondition versionconflict optimisticlock
     optimisticlocking staleobject staleobjectstate staledata concurrentmodification
     concurrentupdate editconflict nametaken usernametaken emailtaken emailexists useralreadyexists
     uniqueconstraint uniqueconstraintviolation uniqueviolation uniquekeyviolation
     integrityconstraintviolation etagmismatch conditionnotmet leaseidmissing
     leasealreadypresent resourcelocked idempotencyparametermismatch idempotencykeyreuse
     operationaborted invalidstate versionmismatch nonceexpired revisionconflict documentupdateconflict
     constraintviolation existing fileexists pathalreadyexists blobalreadyexists
     containeralreadyexists resourcemodified transactioncanceled objectalreadyexists`,
  ],
  [
    ROLLED_BACK,
    `transactionconflict aborted serializationfailure deadlock deadlockdetected lockwaittimeout
     locktimeout writeconflict lockunavailable locknotavailable locknotacquired
     transactionaborted retrytransaction restarttransaction transactionretry unabletolockrow idempotencykeyinuse
     locked databaselocked concurrentrequest`,
  ],
  [
    "timeout",
    `timeout timedout requesttimeout requesttimedout gatewaytimeout deadlineexceeded readtimeout
     operationtimedout operationtimeout statementtimeout querytimeout querytimedout executiontimeout
     modeltimeout sockettimeout responsetimeout bodytimeout headerstimeout apiconnectiontimeout
     apitimeout readtimeouterror deadline exceededtimelimit maxtimemsexpired
     tooslow functioninvocationtimeout tooktoolong`,
  ],
  [
    TIMEOUT_EARLY,
    `connecttimeout connectiontimeout connectiontimedout connectionacquiretimeout acquiretimeout
     connectionacquiretimeoutexception pooltimeout queuetimeout connectionpooltimeout
     lookuptimeout tlshandshaketimeout handshaketimeout sequelizeconnectionacquiretimeout`,
  ],
  [
    MAYBE_SENT,
    `internal internalserver internalservererror internalfailure internalservice fatal server
     serviceunavailable unavailable temporarilyunavailable badgateway gateway service servicefailure
     network connection apiconnection socket backend upstream upstreamfailure downstream
     dependencyfailed dependencyfailure faileddependency modelnotready modelstream connectionclosed
     connectionlost connectionreset protocolconnectionlost fetch unknownerror requestsend
     connectionerror communicationfailure serviceexception webserver originunreachable
     badresponsestatuscode networkrequestfailed responseaborted prematureclose
     connectionterminated websocketclosed streamdestroyed responsevalidation typevalidation
     jsonparse emptyresponsebody badresponse internalerrorexception processing temporary
     temporaryfailure transient`,
  ],
  [
    NOT_SENT,
    `overloaded overload serverbusy servicebusy serveroverloaded systemoverloaded engineoverloaded
     modeloverloaded connectionrefused toomanyconnections maxconnectionsreached poolclosed
     circuitopen opencircuit circuitbreakeropen brokencircuit bulkheadrejected isolatedcircuit
     hostnotfound hostnotreachable dnslookup queuefull busy noresponders notready starting maintenance
     maintenancemode capacityexceeded insufficientcapacity serviceoverloaded tryagain
     tryagainlater retrylater backendbusy noconnection cannotconnect`,
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
     amounttoolarge valueoutofrange typemismatch sizelimitexceeded maxpayloadexceeded schemavalidation inputvalidation
     requestvalidation argument arguments toolinputparsing toolinput invalidtoolinput malformedrequest
     missingrequiredparameter unknownparameter badparameter incorrectnumber invalidnumber
     invalidemail invalidurl validationerrors castfailed cast invalidjson missingfield
     missingfieldcode unexpectedparameter unknownfield unrecognizedkeys toomanyvalues toomanyitems
     contenttoolarge itemcollectionsizelimitexceeded zod valibot modelvalidation propertyrequired
     requiredparametermissing`,
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
     unsupportedversion deprecatedendpoint apideprecated methoddeprecated`,
  ],
  [
    CORRUPT,
    `corruptstate corrupt corrupted corruption datacorruption datacorrupted dataloss partialwrite
     inconsistentstate stateinconsistent indexcorrupted databasecorrupt
     databasecorrupted halfwritten partiallyapplied partialcommit tornwrite statecorrupted
     statecorruption storagecorrupted storecorrupted inconsistentdata datainconsistency`,
  ],
  [
    "rejected",
    `userrejected rejectedbyuser humanrejected approvaldenied approvalrejected userdeclined
     declinedbyuser rejectedbyhuman guardrailtripwiretriggered inputguardrailtripwiretriggered
     outputguardrailtripwiretriggered toolinputguardrailtripwiretriggered
     tooloutputguardrailtripwiretriggered guardrailblocked guardrailviolation toolexecutiondenied
     tooloutputdenied actionrejected rejected`,
  ],
  [
    "cancelled",
    `abort cancelled canceled cancel useraborted apiuserabort operationcancelled operationcanceled
     requestcancelled requestcanceled usercancelled clientclosedrequest usercanceled cancellation taskcanceled
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
  ["in", "alreadyexists", "conflict"],
  ["start", "already", "conflict"],
  ["start", "duplicate", "conflict"],
  ["end", "taken", "conflict"],
  ["end", "conflict", "conflict"],
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
  ["end", "unavailable", MAYBE_SENT],
  ["end", "cancelled", "cancelled"],
  ["end", "canceled", "cancelled"],
  ["start", "invalid", "invalid_args"],
  ["start", "missing", "invalid_args"],
  ["start", "malformed", "invalid_args"],
  ["end", "toolong", "invalid_args"],
  ["end", "toolarge", "invalid_args"],
  ["end", "validation", "invalid_args"],
  ["end", "validationfailed", "invalid_args"],
  ["end", "notallowed", "invalid_args"],
  ["end", "notsupported", FUTILE],
  ["start", "unsupported", "invalid_args"],
  ["end", "badrequest", "invalid_args"],
  ["end", "argument", "invalid_args"],
  ["end", "missing", "invalid_args"],
  ["end", "fetch", MAYBE_SENT],
  ["end", "down", MAYBE_SENT],
];

/** Words so general that an HTTP status beside them says more. */
const GENERAL = new Set(
  `invalidrequest badrequest badresponse server internal internalserver internalservererror service serviceunavailable
   unavailable network connection apiconnection fetch socket gateway backend processing permission limitexceeded
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
    if (specific && GENERAL.has(part)) continue;
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

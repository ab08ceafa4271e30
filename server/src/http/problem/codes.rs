//! Codes that only the server can answer with: framing, authentication, load.

use domain::named_enum;

named_enum! {
    /// The stable code of an answer that comes from the edge, not from a rule of the books.
    ServerCode {
        /// The body is not one JSON value.
        MalformedJson = "malformed_json",
        /// The request cannot be read at all.
        BadRequest = "bad_request",
        /// A member of several organizations must name one.
        OrganizationRequired = "organization_required",
        /// No credentials.
        Unauthenticated = "unauthenticated",
        /// The token is not valid.
        TokenInvalid = "token_invalid",
        /// The token was valid once.
        TokenExpired = "token_expired",
        /// The session or principal behind the token is gone.
        TokenRevoked = "token_revoked",
        /// Name and password, or client id and secret, do not fit.
        InvalidCredentials = "invalid_credentials",
        /// A cookie request without its proof.
        CsrfFailed = "csrf_failed",
        /// No such path.
        RouteNotFound = "route_not_found",
        /// The path has other methods.
        MethodNotAllowed = "method_not_allowed",
        /// Nothing that the client accepts can be made.
        NotAcceptable = "not_acceptable",
        /// The body came too slowly.
        RequestTimeout = "request_timeout",
        /// The caller does not act for the organization that the request is meant for.
        OrganizationMismatch = "organization_mismatch",
        /// The cursor is of an epoch before a restore.
        FeedRewound = "feed_rewound",
        /// The body is too long.
        PayloadTooLarge = "payload_too_large",
        /// The path and query are too long.
        UriTooLong = "uri_too_long",
        /// The report has more rows than its format takes.
        ReportTooLong = "report_too_long",
        /// The body is not of the type that is read here.
        UnsupportedMediaType = "unsupported_media_type",
        /// The header fields are too long.
        HeadersTooLarge = "headers_too_large",
        /// More streams at a time than allowed.
        TooManyStreams = "too_many_streams",
        /// More documents at a time than allowed.
        TooManyDocuments = "too_many_documents",
        /// More requests than allowed.
        TooManyRequests = "too_many_requests",
        /// A fault of the server.
        Internal = "internal",
        /// More work than the server can do now.
        Overloaded = "overloaded",
        /// The disk is full.
        StorageFull = "storage_full",
        /// The items of a batch cannot be written in one commit.
        ItemsConflict = "items_conflict",
        /// Whether the write happened is not known yet.
        OutcomeUnknown = "outcome_unknown",
        /// The server cannot do this now.
        Unavailable = "unavailable",
    }
}

//! Figures of the pages: each is that of the limit in the source that it tells.

use checks::pages::page;
use server::config::settings::SETTINGS;

use super::assert_none;

/// The source of a figure: a constant of a file, and its divisor on the page.
type Figure = (&'static str, &'static str, i128);

const S: i128 = 1_000_000;
const MIB: i128 = 1 << 20;
const FACTS: &str = "docs/reference/security-facts.md";
const BUILD_LIMITS: &str = "docs/build/limits.md";
const LIMITS: &str = "domain/src/value/limits.rs";
const REFRESH: &str = "server/src/auth/refresh.rs";
const PURGE: &str = "server/src/jobs/purge.rs";
const THROTTLE: &str = "server/src/auth/throttle.rs";
const SHEET: &str = "server/src/sheet_file.rs";
const KEY_RING: &str = "server/src/auth/key_ring.rs";

/// Sentences of pages, with `{}` for a figure and `{w}` for one in words.
#[rustfmt::skip]
const TOLD: &[(&str, &str, &[Figure])] = &[
    ("SECURITY.md", "live {} minutes", &[("server/src/auth/token.rs", "LIFETIME_S", 60)]),
    ("SECURITY.md", "same next token again, for {} seconds", &[(REFRESH, "PREDECESSOR_US", S)]),
    ("SECURITY.md", "it may write for {w} more second through another one", &[("server/src/identity/standing.rs", "REMEMBERED_US", S)]),
    ("SECURITY.md", "a token that lives for {} hours", &[("server/src/cli/serve.rs", "DEMO_TOKEN_S", 3_600)]),
    ("docs/explanation/durability.md", "and is kept for {} days", &[(PURGE, "RECEIPTS_KEPT_US", 86_400 * S)]),
    ("docs/explanation/durability.md", "the clock lies more than {} minutes behind", &[(LIMITS, "CLOCK_BEHIND_US", 60 * S)]),
    ("docs/explanation/durability.md", "(CRC-32 in the last {} bytes)", &[("pages/src/sum.rs", "BYTES", 1)]),
    ("docs/explanation/durability.md", "{w} seconds after its start", &[("server/src/jobs/verify_stored.rs", "FIRST_AFTER", 1)]),
    ("docs/explanation/durability.md", "resting {w} times as long as it works", &[("store/src/audit/gently.rs", "RESTS", 1)]),
    ("docs/explanation/the-log.md", "a payload over {} KiB", &[(LIMITS, "FACT_PART_BYTES", 1_024)]),
    ("docs/explanation/the-log.md", "The first {w} differences of each invariant are listed", &[("store/src/audit/invariant.rs", "SPELT_OUT", 1)]),
    ("docs/reference/log-file.md", "reads it. Version {}.", &[("store/src/audit/log_file/mod.rs", "VERSION", 1)]),
    ("docs/reference/log-file.md", "a body above {} MiB", &[("store/src/audit/log_file/mod.rs", "BODY_BYTES", MIB)]),
    ("docs/reference/configuration.md", "batches may have {} MiB", &[("server/src/http/body.rs", "BATCH_BODY_BYTES", MIB)]),
    ("docs/how-to/manage-users-and-organizations.md", "A password has {} to {} characters",
        &[("server/src/auth/password.rs", "MIN_CHARACTERS", 1), ("server/src/auth/password.rs", "MAX_CHARACTERS", 1)]),
    ("docs/how-to/manage-users-and-organizations.md", "its parts of {w} letters or more", &[("server/src/auth/common_passwords.rs", "PART", 1)]),
    ("docs/how-to/manage-users-and-organizations.md", "After {w} failures each further one makes the next attempt at this account from this address wait longer, to {} minutes",
        &[(THROTTLE, "FREE_FAILURES", 1), (THROTTLE, "LONGEST_WAIT_S", 60)]),
    ("docs/how-to/manage-users-and-organizations.md", "After {} failures from one network", &[(THROTTLE, "FREE_OF_NETWORK", 1)]),
    ("docs/how-to/manage-users-and-organizations.md", "one attempt may come from it every {} seconds", &[(THROTTLE, "NETWORK_FORGETS_EVERY_S", 1)]),
    ("docs/how-to/manage-users-and-organizations.md", "An organization keeps up to {}; those that are over go after {} days",
        &[(LIMITS, "INVITATIONS", 1), ("server/src/identity/invitations.rs", "KEPT_US", 86_400 * S)]),
    ("docs/how-to/manage-users-and-organizations.md", "replaces its signing key every {} days", &[(KEY_RING, "SIGNS_FOR_US", 86_400 * S)]),
    ("docs/how-to/manage-users-and-organizations.md", "it signs in {} minutes", &[(KEY_RING, "PUBLISHED_BEFORE_US", 60 * S)]),
    ("docs/how-to/manage-users-and-organizations.md", "`countinghouse token` lives up to {} hours", &[("server/src/auth/token.rs", "LONGEST_LIFETIME_S", 3_600)]),
    ("docs/how-to/manage-users-and-organizations.md", "are kept for {} days, all else for {} years; of names that nobody has, the newest {}",
        &[(PURGE, "FAILURES_KEPT_US", 86_400 * S), (PURGE, "EVENTS_KEPT_US", 365 * 86_400 * S), (PURGE, "OF_STRANGERS", 1)]),
    ("docs/how-to/set-up-an-instance.md", "a password of at least {} characters", &[("server/src/auth/password.rs", "MIN_CHARACTERS", 1)]),
    ("docs/how-to/set-up-an-instance.md", "an access token for {} minutes", &[("server/src/auth/token.rs", "LIFETIME_S", 60)]),
    ("docs/how-to/set-up-an-instance.md", "After {w} failures each further one makes the next attempt of this user from this address wait longer, to {} minutes",
        &[(THROTTLE, "FREE_FAILURES", 1), (THROTTLE, "LONGEST_WAIT_S", 60)]),
    ("docs/how-to/trust-a-foreign-issuer.md", "of at least {} random bytes", &[("server/src/auth/issuers.rs", "SECRET_BYTES", 1)]),
    ("docs/how-to/trust-a-foreign-issuer.md", "is at most `longest_life_s`: {} seconds to {} days",
        &[("server/src/auth/issuers.rs", "SHORTEST_LIFE_S", 1), ("server/src/auth/issuers.rs", "LONGEST_LIFE_S", 86_400)]),
    ("docs/how-to/trust-a-foreign-issuer.md", "at most once a minute", &[("server/src/auth/jwks_source.rs", "REFETCH_AFTER_US", 60 * S)]),
    ("docs/how-to/use-dimensions.md", "A tree has at most {} levels, a dimension {} values, an organization {} dimensions",
        &[(LIMITS, "TREE_DEPTH", 1), (LIMITS, "DIMENSION_VALUES", 1), (LIMITS, "DIMENSIONS", 1)]),
    ("docs/how-to/close-a-year.md", "more lines than the {} of an entry", &[(LIMITS, "LINES_PER_ENTRY", 1)]),
    ("docs/how-to/let-entries-recur.md", "after at most {} days", &[(LIMITS, "OCCURRENCES", 1)]),
    ("docs/how-to/match-open-items.md", "each once, at most {}", &[(LIMITS, "LINES_PER_MATCH", 1)]),
    ("docs/how-to/keep-foreign-currencies.md", "at most {} days (`rateMaxAgeDays` of the organization, up to {})",
        &[(LIMITS, "RATE_AGE_DAYS_AT_FIRST", 1), (LIMITS, "RATE_AGE_DAYS", 1)]),
    ("docs/how-to/follow-the-events.md", "comes at least every {} seconds", &[("server/src/http/events/stream.rs", "HEARTBEAT", 1)]),
    ("docs/how-to/follow-the-events.md", "At most {} streams and waiting polls", &[("server/src/http/events/streams.rs", "STREAMS_PER_PRINCIPAL", 1)]),
    ("docs/how-to/hand-reports-on.md", "A document has at most {} rows, a page to print {}", &[(LIMITS, "DOCUMENT_ROWS", 1), (LIMITS, "PRINTED_ROWS", 1)]),
    ("docs/how-to/hand-reports-on.md", "{w} are written at a time", &[("server/src/documents/spool.rs", "WRITTEN_AT_A_TIME", 1)]),
    ("docs/how-to/describe-what-is-in-stock.md", "`parentId`, at most {} levels", &[(LIMITS, "TREE_DEPTH", 1)]),
    ("docs/how-to/describe-what-is-in-stock.md", "`quantityDecimals` (0 to {})", &[(LIMITS, "QUANTITY_DECIMALS", 1)]),
    ("docs/how-to/describe-what-is-in-stock.md", "At most {} rows, {} columns, {} MiB, and {} MiB unpacked",
        &[(SHEET, "ROWS", 1), (SHEET, "COLUMNS", 1), ("server/src/cli/import_file.rs", "FILE_BYTES", MIB), (SHEET, "UNPACKED_BYTES", MIB)]),
    ("docs/how-to/describe-what-is-in-stock.md", "A file of more than {} items goes in several requests", &[(LIMITS, "ITEMS_PER_IMPORT", 1)]),
    ("docs/how-to/describe-what-is-in-stock.md", "at most {} at once", &[(LIMITS, "ITEMS_PER_IMPORT", 1)]),
    ("docs/how-to/move-goods.md", "where more than {} later movements would have to be costed anew", &[(LIMITS, "REPLAY_MOVEMENTS", 1)]),
    ("docs/how-to/move-goods.md", "at most {}.00. The line says `provisionalCost`", &[(LIMITS, "UNSEEN_COST_MINOR", 100)]),
    ("docs/how-to/reserve-goods.md", "The answer lists the first {} reservations in the way", &[(LIMITS, "RESERVATIONS_LISTED", 1)]),
    ("docs/how-to/count-at-a-past-instant.md", "At most {} movements may have occurred since", &[(LIMITS, "MOVEMENTS_SINCE_COUNT", 1)]),
    ("docs/how-to/count-the-stock.md", "one count has at most {} lines", &[(LIMITS, "LINES_PER_MOVEMENT", 1)]),
    ("docs/how-to/count-the-stock.md", "within {} events of the log behind it, and the first {} with the call",
        &[("store/src/read/late_movements.rs", "EVENTS", 1), (LIMITS, "LISTED", 1)]),
    ("docs/how-to/count-the-stock.md", "At most {} are told; `isComplete`", &[(LIMITS, "BLOCKERS_TOLD", 1)]),
    ("docs/how-to/count-the-stock.md", "All counts are reached; the answer has the first {}", &[(LIMITS, "OVERRUNS_TOLD", 1)]),
    ("docs/how-to/read-the-stock.md", "A trace has at most {} rows and {} levels (`isCut`, `others`), and is refused if it needs more than {} movements",
        &[(LIMITS, "TRACE_ROWS", 1), (LIMITS, "TRACE_LEVELS", 1), (LIMITS, "TRACE_MOVEMENTS", 1)]),
    ("docs/how-to/prove-the-stock.md", "waits up to {} seconds and is then answered 503 with `Retry-After`. It may take {} minutes",
        &[("server/src/proving.rs", "PATIENCE", 1), ("server/src/proving.rs", "LONGEST", 60)]),
    ("docs/how-to/prove-the-stock.md", "Keys change every {} days", &[(KEY_RING, "SIGNS_FOR_US", 86_400 * S)]),
    ("docs/how-to/prove-the-stock.md", "where more than {} are frozen one by one", &[(LIMITS, "FROZEN_POOLS", 1)]),
    ("docs/how-to/prove-the-stock.md", "A minute after its start", &[("server/src/jobs/sweep_stock.rs", "FIRST_AFTER", 60)]),
    (FACTS, "access token {} minutes, refresh token as below", &[("server/src/auth/token.rs", "LIFETIME_S", 60)]),
    (FACTS, "| {} days unused, {} days at most | no: it has 256", &[(REFRESH, "LIFETIME_US", 86_400 * S), (REFRESH, "FAMILY_LIFETIME_US", 86_400 * S)]),
    (FACTS, "| {} hours unless `--hours` says less", &[("server/src/auth/token.rs", "LONGEST_LIFETIME_S", 3_600)]),
    (FACTS, "while nobody can sign in | the code a day, once", &[("server/src/identity/setup.rs", "CODE_LIFETIME_US", 86_400 * S)]),
    (FACTS, "Argon2id: {} MiB, {} passes", &[("server/src/auth/password.rs", "MEMORY_KIB", 1_024), ("server/src/auth/password.rs", "PASSES", 1)]),
    (FACTS, "every {} days; the next one is published {} minutes before it signs, the old one verifies for {} hours more",
        &[(KEY_RING, "SIGNS_FOR_US", 86_400 * S), (KEY_RING, "PUBLISHED_BEFORE_US", 60 * S), (KEY_RING, "VERIFIES_AFTER_US", 3_600 * S)]),
    (FACTS, "body (`http.body_bytes`), batches | {} MiB, {} MiB", &[("server/src/http/body.rs", "BODY_BYTES", MIB), ("server/src/http/body.rs", "BATCH_BODY_BYTES", MIB)]),
    (FACTS, "passwords that are compared | {} at a time, {} waiting", &[("server/src/auth/password.rs", "AT_ONCE", 1), ("server/src/auth/password.rs", "QUEUE", 1)]),
    (FACTS, "writes that wait for a commit | {} ", &[("server/src/commit/mod.rs", "WAITING_REQUESTS", 1)]),
    (FACTS, "documents that are written | {} at a time | wait {} seconds", &[("server/src/documents/spool.rs", "WRITTEN_AT_A_TIME", 1), ("server/src/documents/spool.rs", "PATIENCE", 1)]),
    (FACTS, "streams of events and waiting polls of one principal | {} ", &[("server/src/http/events/streams.rs", "STREAMS_PER_PRINCIPAL", 1)]),
    (FACTS, "documents of one principal on their way | {} ", &[("server/src/http/layers/documents.rs", "DOCUMENTS_PER_PRINCIPAL", 1)]),
    (FACTS, "a read of the database (`database.read_timeout_s`) | {} seconds", &[("store/src/database.rs", "READ_TIMEOUT", 1)]),
    (FACTS, "fetching a key set | {} seconds", &[("server/src/auth/jwks_source.rs", "FETCH_TIMEOUT", 1)]),
    (FACTS, "at the start, every hour, and for an unknown key", &[("server/src/auth/jwks_source.rs", "OLD_AFTER_US", 3_600 * S)]),
    (FACTS, "a proof of stock | {} minutes, after up to {} seconds", &[("server/src/proving.rs", "LONGEST", 60), ("server/src/proving.rs", "PATIENCE", 1)]),
    (FACTS, "failures and denials {} days, all else {} years", &[(PURGE, "FAILURES_KEPT_US", 86_400 * S), (PURGE, "EVENTS_KEPT_US", 365 * 86_400 * S)]),
    (BUILD_LIMITS, "an import | {} MiB |", &[("server/src/http/body.rs", "BATCH_BODY_BYTES", MIB)]),
    (BUILD_LIMITS, "(`http.body_bytes`) | {} MiB |", &[("server/src/http/body.rs", "BODY_BYTES", MIB)]),
    (BUILD_LIMITS, "items of a batch, of either kind | {} |", &[("server/src/http/batch/wire.rs", "ITEMS", 1)]),
    (BUILD_LIMITS, "items of a batch, of either kind | {} |", &[(LIMITS, "BATCH_ITEMS", 1)]),
    (BUILD_LIMITS, "lines of an entry, lines of a movement | {} |", &[(LIMITS, "LINES_PER_ENTRY", 1)]),
    (BUILD_LIMITS, "lines of an entry, lines of a movement | {} |", &[(LIMITS, "LINES_PER_MOVEMENT", 1)]),
    (BUILD_LIMITS, "rows of a page | {} |", &[("server/src/http/page.rs", "MAX_LIMIT", 1)]),
    (BUILD_LIMITS, "(CSV, workbook) | {} |", &[(LIMITS, "DOCUMENT_ROWS", 1)]),
    (BUILD_LIMITS, "nesting of JSON | {} levels", &[("server/src/http/json.rs", "MAX_DEPTH", 1)]),
    (BUILD_LIMITS, "`metadata` of one record | {} KiB", &[(LIMITS, "METADATA_BYTES", 1_024)]),
    (BUILD_LIMITS, "path and query | {} KiB", &[("server/src/http/layers/mod.rs", "URI_BYTES", 1_024)]),
    (BUILD_LIMITS, "an `Idempotency-Key` | {} characters", &[("server/src/http/idempotency/mod.rs", "KEY_LENGTH", 1)]),
    (BUILD_LIMITS, "an amount of one line | {}.00 ", &[(LIMITS, "LINE_AMOUNT_MINOR", 100)]),
    (BUILD_LIMITS, "waiting polls of one account | {} |", &[("server/src/http/events/streams.rs", "STREAMS_PER_PRINCIPAL", 1)]),
    (BUILD_LIMITS, "documents of one account on their way | {} |", &[("server/src/http/layers/documents.rs", "DOCUMENTS_PER_PRINCIPAL", 1)]),
    (BUILD_LIMITS, "a read of the database | {} seconds", &[("store/src/database.rs", "READ_TIMEOUT", 1)]),
    (BUILD_LIMITS, "writes that wait for a commit | {} |", &[("server/src/commit/mod.rs", "WAITING_REQUESTS", 1)]),
    (BUILD_LIMITS, "an access token | {} minutes", &[("server/src/auth/token.rs", "LIFETIME_S", 60)]),
    (BUILD_LIMITS, "with the same `Idempotency-Key` | {} days", &[(PURGE, "RECEIPTS_KEPT_US", 86_400 * S)]),
    ("docs/build/service-accounts.md", "A token lives {} minutes", &[("server/src/auth/token.rs", "LIFETIME_S", 60)]),
    ("docs/build/retries.md", "Only successes are kept, for {} days", &[(PURGE, "RECEIPTS_KEPT_US", 86_400 * S)]),
    ("docs/build/paging.md", "`limit` rows ({} unless you ask for 1 to {})", &[("server/src/http/page.rs", "DEFAULT_LIMIT", 1), ("server/src/http/page.rs", "MAX_LIMIT", 1)]),
    ("docs/build/batches.md", "takes up to {} entries", &[(LIMITS, "BATCH_ITEMS", 1)]),
    ("docs/build/batches.md", "takes up to {} operations of any kind", &[("server/src/http/batch/wire.rs", "ITEMS", 1)]),
    ("docs/build/events.md", "A comment comes every {} seconds", &[("server/src/http/events/stream.rs", "HEARTBEAT", 1)]),
    ("docs/reference/conventions.md", "rows of a page, 1 to {} ({})", &[("server/src/http/page.rs", "MAX_LIMIT", 1), ("server/src/http/page.rs", "DEFAULT_LIMIT", 1)]),
];

/// Figures that are no constant in the source, with the sentence of the page that states them.
#[rustfmt::skip]
const WRITTEN: &[(&str, &str, &str, &str)] = &[
    (FACTS, "sign-ins of one network | 50 a second, 1,000 at once", "server/src/identity/open.rs", "RatePolicy { burst: 1_000, per_second: 50,"),
    ("docs/how-to/manage-users-and-organizations.md", "An address may make 50 attempts a second at most, and 1,000 at once", "server/src/identity/open.rs", "RatePolicy { burst: 1_000, per_second: 50,"),
    (BUILD_LIMITS, "sign-ins of one address | 50 a second, 1,000 at once", "server/src/identity/open.rs", "RatePolicy { burst: 1_000, per_second: 50,"),
    (FACTS, "streams of one HTTP/2 connection | 256", "server/src/http/transport.rs", ".max_concurrent_streams(256)"),
    (FACTS, "header of a request | 64 KiB, 100 fields over HTTP/1.1", "server/src/http/transport.rs", "header_bytes: 64 * 1024"),
    (FACTS, "header of a request | 64 KiB, 100 fields over HTTP/1.1", "server/src/http/transport.rs", ".max_headers(100)"),
    (FACTS, "TLS handshake | 10 seconds", "server/src/http/transport.rs", "handshake_timeout: Duration::from_secs(10)"),
    (FACTS, "waiting for another commit's lock on PostgreSQL | 10 seconds", "store/src/postgres/mod.rs", "lock_timeout_ms: 10_000"),
    (FACTS, "connecting to PostgreSQL | 5 seconds", "store/src/postgres/mod.rs", "config.connect_timeout(Duration::from_secs(5))"),
    (FACTS, "commits of PostgreSQL (`database.committers`) | 8 at a time | wait 5 seconds", "store/src/postgres/mod.rs", "wait: Duration::from_secs(5)"),
    ("docs/how-to/serve-tls.md", "told to use nothing else for a year", "server/src/http/layers/outcome.rs", "max-age=31536000"),
    ("docs/how-to/follow-the-events.md", "retry: 2000", "server/src/http/events/stream.rs", "RECONNECT_MS: u32 = 2_000"),
];

/// Settings that the page of facts tells with the default.
#[rustfmt::skip]
const SETTINGS_TOLD: &[(&str, &str)] = &[
    ("connections (`http.connections`) | {} |", "http.connections"),
    ("connections of one address (`http.connections_per_address`) | {} |", "http.connections_per_address"),
    ("requests of one principal (`http.rate_per_second`) | {} a second", "http.rate_per_second"),
    ("a second, {} at once | 429", "http.rate_burst"),
    ("reads of the database (`database.readers`) | {} at a time", "database.readers"),
    ("(`database.committers`) | {} at a time", "database.committers"),
    ("idle connection (`http.header_timeout_s`) | {} seconds", "http.header_timeout_s"),
    ("a whole one (`http.body_total_timeout_s`) | {}, 300 seconds", "http.body_timeout_s"),
    ("a whole one (`http.body_total_timeout_s`) | 30, {} seconds", "http.body_total_timeout_s"),
    ("next piece of an answer (`http.write_timeout_s`) | {} seconds", "http.write_timeout_s"),
];

/// The value of a constant: a product of numbers, in the unit in which its name or its `Duration` says it.
fn constant(path: &str, name: &str) -> i128 {
    let text = page(path).text;
    let line = text.lines().find(|line| line.contains(&format!("const {name}: ")));
    let value = line.and_then(|line| line.split_once(" = ")).map(|(_, value)| value.trim_end_matches(';'));
    let value = value.unwrap_or_else(|| panic!("{path} has no constant {name}"));
    let value = value.trim_start_matches("Duration::from_secs(").trim_end_matches(')').replace('_', "");
    if let Some((one, by)) = value.split_once(" << ") {
        return one.trim().parse::<i128>().unwrap() << by.trim().parse::<u32>().unwrap();
    }
    let factors = value.split('*').map(|factor| {
        let factor = factor.trim();
        // Another constant of the same file.
        factor.parse().unwrap_or_else(|_| named(path, &text, factor))
    });
    factors.product()
}

/// A factor that is a constant itself; underscores were taken out of it.
fn named(path: &str, text: &str, factor: &str) -> i128 {
    let mut names = text.lines().filter_map(|line| line.split_once("const ")?.1.split(':').next());
    let name = names.find(|name| name.replace('_', "") == factor);
    constant(path, name.unwrap_or_else(|| panic!("{path}: {factor} is no number")))
}

fn digits(number: i128) -> String {
    let plain = number.to_string();
    let mut told = String::new();
    for (at, one) in plain.chars().enumerate() {
        if at > 0 && (plain.len() - at).is_multiple_of(3) {
            told.push(',');
        }
        told.push(one);
    }
    told
}

fn word(number: i128) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let known = usize::try_from(number).ok().and_then(|at| words.get(at).copied());
    known.or((number == 20).then_some("twenty")).map_or_else(|| digits(number), str::to_owned)
}

/// With single blanks and in small letters.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[test]
fn every_figure_of_a_page_is_that_of_the_source() {
    let mut wrong = Vec::new();
    for (path, sentence, figures) in TOLD {
        let mut told = (*sentence).to_owned();
        for (file, name, by) in *figures {
            let value = constant(file, name);
            if value % by != 0 && *name != "EVENTS_KEPT_US" {
                wrong.push(format!("{path}: {name} is {value}, which is not told in whole parts of {by}"));
            }
            let place = told.find('{');
            if place.is_none() && value != *by {
                wrong.push(format!("{path}: {name} is {value}, and not the one {by} of {told}"));
            }
            let is_word = place.is_some_and(|at| told[at..].starts_with("{w}"));
            let shown = if is_word { word(value / by) } else { digits(value / by) };
            told = told.replacen(if is_word { "{w}" } else { "{}" }, &shown, 1);
        }
        if !squeezed(&page(path).text).contains(&squeezed(&told)) {
            wrong.push(format!("{path} does not say: {told}"));
        }
    }
    assert_none(&wrong, "a figure of a page is that of the program");
}

#[test]
fn every_figure_that_is_no_constant_stands_in_the_source_as_well() {
    let mut wrong = Vec::new();
    for (path, sentence, source, text) in WRITTEN {
        if !squeezed(&page(path).text).contains(&squeezed(sentence)) {
            wrong.push(format!("{path} does not say: {sentence}"));
        }
        if !page(source).text.contains(text) {
            wrong.push(format!("{source} has no {text}, which {path} tells"));
        }
    }
    let facts = squeezed(&page(FACTS).text);
    for (sentence, key) in SETTINGS_TOLD {
        let setting = SETTINGS.iter().find(|setting| setting.key == *key).unwrap();
        let told = sentence.replacen("{}", &digits(setting.default.parse().unwrap()), 1);
        if !facts.contains(&squeezed(&told)) {
            wrong.push(format!("{FACTS} does not say: {told}"));
        }
    }
    assert_none(&wrong, "a figure of a page is that of the program");
}

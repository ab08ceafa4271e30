//! Hostile frames of HTTP/2: headers without end, headers that unpack to more than they say, streams that are begun and given up.

use std::time::{Duration, Instant};

use checks::bytes::Connection;
use checks::folder::Folder;
use checks::program::{Place, Program};
use checks::server::{prepare, runtime};
use checks::{Caller, entry};

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RESET: u8 = 3;
const SETTINGS: u8 = 4;
const GO_AWAY: u8 = 7;
const CONTINUATION: u8 = 9;
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;
/// The largest frame that the service takes.
const FRAME_BYTES: usize = 16_384;
/// How much more memory a process may come to need while it is flooded.
const GROWTH_KIB: u64 = 20 * 1024;
const PATIENCE: Duration = Duration::from_secs(30);

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// A number in the manner of HPACK, behind a prefix of seven bits.
fn number(mut left: usize) -> Vec<u8> {
    if left < 127 {
        return vec![u8::try_from(left).unwrap()];
    }
    left -= 127;
    let mut bytes = vec![127];
    while left >= 128 {
        bytes.push(u8::try_from(left % 128).unwrap() | 128);
        left /= 128;
    }
    bytes.push(u8::try_from(left).unwrap());
    bytes
}

/// A field that is spelt out; 0x40 keeps it in the table of the connection, 0x00 does not.
fn field(first: u8, name: &str, value: &str) -> Vec<u8> {
    [&[first], number(name.len()).as_slice(), name.as_bytes(), &number(value.len()), value.as_bytes()].concat()
}

/// `GET /healthz`, with nothing else.
fn request() -> Vec<u8> {
    [&[0x82, 0x86][..], &[0x04], &number(8), b"/healthz", &[0x01], &number(1), b"x"].concat()
}

/// The frames of an answer, as kind, stream and payload.
fn frames(bytes: &[u8]) -> Vec<(u8, u32, Vec<u8>)> {
    let (mut at, mut found) = (0, Vec::new());
    while let Some(head) = bytes.get(at..at + 9) {
        let length = (usize::from(head[0]) << 16) | (usize::from(head[1]) << 8) | usize::from(head[2]);
        let stream = u32::from_be_bytes([head[5], head[6], head[7], head[8]]);
        let Some(payload) = bytes.get(at + 9..at + 9 + length) else { break };
        found.push((head[3], stream, payload.to_vec()));
        at += 9 + length;
    }
    found
}

/// A connection that has said hello.
async fn opened(url: &str) -> Connection {
    let mut connection = Connection::open(url).await;
    assert!(connection.send(&[PREFACE, &frame(SETTINGS, 0, 0, &[])].concat()).await);
    connection
}

/// A program on books of its own, a caller that works during the attack, and the memory that the program has needed so
/// far.
async fn beside_an_attack(attack: impl AsyncFnOnce(&str)) {
    let folder = Folder::new();
    let books = prepare(folder.path(), None).await;
    let program = Program::start(Place { folder: folder.path(), database_url: None }).await;
    let http = reqwest::Client::builder().no_proxy().timeout(PATIENCE).build().unwrap();
    let accountant = Caller::new(http, &program.url, Some(books.accountant.clone()));
    for _ in 0..5 {
        accountant.post("/accounting/journal-entries", &entry(&books.journal, "1.00").json()).await.expect(201);
    }
    let before = program.peak_memory_kib();
    attack(&program.url).await;
    let grown = program.peak_memory_kib().saturating_sub(before);
    assert!(grown < GROWTH_KIB, "the process came to need {grown} KiB more");
    accountant.post("/accounting/journal-entries", &entry(&books.journal, "1.00").json()).await.expect(201);
}

/// Sends a piece again and again until the service takes no more. Answers how many it took.
async fn flooded(connection: &mut Connection, piece: &[u8], most: usize) -> usize {
    for sent in 0..most {
        if !connection.send(piece).await {
            return sent;
        }
    }
    most
}

/// Whether the connection ended, or an error of the protocol was reported.
async fn is_over(connection: &mut Connection) -> bool {
    let begun = Instant::now();
    let told = frames(&connection.read(PATIENCE).await);
    told.iter().any(|(kind, ..)| *kind == GO_AWAY) || begun.elapsed() < PATIENCE
}

#[test]
fn a_plain_request_over_http_2_is_answered() {
    runtime().block_on(beside_an_attack(async |url| {
        let mut connection = opened(url).await;
        connection.send(&frame(HEADERS, END_STREAM | END_HEADERS, 1, &request())).await;
        let told = frames(&connection.read(Duration::from_secs(2)).await);
        let body: Vec<u8> =
            told.iter().filter(|(kind, ..)| *kind == DATA).flat_map(|(.., data)| data.clone()).collect();
        assert!(String::from_utf8_lossy(&body).contains("\"ok\""), "{told:?}");
    }));
}

#[test]
fn headers_that_never_end_are_cut_off() {
    runtime().block_on(beside_an_attack(async |url| {
        let mut connection = opened(url).await;
        connection.send(&frame(HEADERS, END_STREAM, 1, &request())).await;
        let more = field(0x00, "x-more", &"y".repeat(FRAME_BYTES - 100));
        // 160 MiB, were they taken.
        let taken = flooded(&mut connection, &frame(CONTINUATION, 0, 1, &more), 10_000).await;
        assert!(taken < 10_000, "all frames were taken");
        assert!(is_over(&mut connection).await);
        // Empty frames cost the sender nothing: they are counted, too.
        let mut connection = opened(url).await;
        connection.send(&frame(HEADERS, END_STREAM, 1, &request())).await;
        let empty = frame(CONTINUATION, 0, 1, &[]).repeat(1_000);
        let taken = flooded(&mut connection, &empty, 10_000).await;
        assert!(taken < 10_000, "all frames were taken");
    }));
}

#[test]
fn headers_that_unpack_to_more_than_is_taken_are_refused() {
    runtime().block_on(beside_an_attack(async |url| {
        // One field of 4,000 bytes, and then its number in the table of the connection, a byte each: 48 MiB.
        let mut connection = opened(url).await;
        let mut block = [request(), field(0x40, "x-long", &"y".repeat(3_900))].concat();
        block.resize(FRAME_BYTES - 1, 0x80 | 62);
        connection.send(&frame(HEADERS, END_STREAM | END_HEADERS, 1, &block)).await;
        let told = frames(&connection.read(Duration::from_secs(3)).await);
        let is_refused = told.iter().any(|(kind, _, payload)| match *kind {
            // The number of 431 in HPACK is spelt out.
            HEADERS => payload.windows(3).any(|three| three == b"431") || payload.first() != Some(&0x88),
            RESET | GO_AWAY => true,
            _ => false,
        });
        assert!(is_refused, "{told:?}");
        assert!(!told.iter().any(|(kind, ..)| *kind == DATA), "it was answered: {told:?}");
        // More fields than one request has, each of a few bytes.
        let mut connection = opened(url).await;
        let many: Vec<u8> = (0..4_000).flat_map(|at| field(0x00, &format!("x{at}"), "")).collect();
        let mut pieces = [request(), many].concat().chunks(FRAME_BYTES).map(<[u8]>::to_vec).collect::<Vec<_>>();
        let last = pieces.pop().unwrap();
        connection.send(&frame(HEADERS, END_STREAM, 1, &pieces.remove(0))).await;
        for piece in pieces {
            connection.send(&frame(CONTINUATION, 0, 1, &piece)).await;
        }
        connection.send(&frame(CONTINUATION, END_HEADERS, 1, &last)).await;
        let told = frames(&connection.read(Duration::from_secs(3)).await);
        assert!(!told.iter().any(|(kind, ..)| *kind == DATA), "it was answered: {told:?}");
    }));
}

#[test]
fn who_begins_streams_and_gives_them_up_at_once_is_cut_off() {
    runtime().block_on(beside_an_attack(async |url| {
        let mut connection = opened(url).await;
        let mut is_cut = false;
        for at in 0..50_000_u32 {
            let stream = at * 2 + 1;
            let begun = frame(HEADERS, END_STREAM | END_HEADERS, stream, &request());
            let given_up = frame(RESET, 0, stream, &8_u32.to_be_bytes());
            if !connection.send(&[begun, given_up].concat()).await {
                is_cut = true;
                break;
            }
        }
        assert!(is_cut || is_over(&mut connection).await, "50,000 streams were begun and given up");
    }));
}

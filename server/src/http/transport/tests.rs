//! The accept loop over real sockets: slow clients, both protocols, shutdown.

use std::future::pending;

use axum::Router;
use axum::routing::{get, post};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::*;
use crate::auth::client_address::TrustedProxies;
use crate::http::body::JsonBody;

const SHORT: Duration = Duration::from_millis(100);

fn router() -> Router {
    Router::new()
        .route("/peer", get(|ConnectInfo(peer): ConnectInfo<SocketAddr>| async move { peer.ip().to_string() }))
        .route("/echo", post(|body: JsonBody| async move { format!("read {}", usize::from(body.tree().is_some())) }))
        .route("/flood", get(|| async { vec![b'x'; 64 * 1024 * 1024] }))
}

async fn start(
    router: impl Answers + Sync,
    limits: Limits,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> (SocketAddr, JoinHandle<io::Result<()>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let addresses = Addresses::new(1_000, TrustedProxies::default());
    (address, tokio::spawn(serve(listener, router, limits, None, addresses, shutdown)))
}

async fn exchange(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    // The server may cut the connection: the bytes before that count.
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn handlers_know_their_peer() {
    let (address, _) = start(router(), Limits::default(), pending()).await;
    let answer = exchange(address, "GET /peer HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("127.0.0.1"), "{answer}");
}

#[tokio::test]
async fn a_client_that_does_not_begin_or_finish_its_header_is_cut_off() {
    let limits = Limits { header_timeout: SHORT, ..Limits::default() };
    let (address, _) = start(router(), limits, pending()).await;
    for begun in ["", "PRI * HT", "GET /peer HTTP/1.1\r\nHost: somewhere\r\n"] {
        let answer = exchange(address, begun).await;
        assert!(!answer.contains("200 OK"), "{begun:?}: {answer}");
    }
}

#[tokio::test]
async fn a_body_that_stops_coming_is_408() {
    let limits = Limits { body_timeout: SHORT, ..Limits::default() };
    let router = crate::http::layers::apply(router(), &crate::http::layers::Edge::new("http://x"));
    let (address, _) = start(router, limits, pending()).await;
    let head = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\nConnection: close\r\n\r\n[1,";
    let answer = exchange(address, head).await;
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("request_timeout"), "{answer}");
}

#[tokio::test]
async fn a_long_body_is_refused_without_being_read() {
    let router = crate::http::layers::apply(router(), &crate::http::layers::Edge::new("http://x"));
    let (address, _) = start(router, Limits::default(), pending()).await;
    let head =
        "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n[";
    let answer = exchange(address, head).await;
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
}

#[tokio::test]
async fn a_client_that_takes_nothing_is_cut_off() {
    let limits = Limits { write_timeout: SHORT, connections: 1, ..Limits::default() };
    let (address, _) = start(router(), limits, pending()).await;
    let mut greedy = TcpStream::connect(address).await.unwrap();
    greedy.write_all(b"GET /flood HTTP/1.1\r\nHost: somewhere\r\n\r\n").await.unwrap();
    // The only place is free again only once the first connection was cut off.
    let answer = exchange(address, "GET /peer HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    drop(greedy);
}

#[tokio::test]
async fn a_client_that_takes_drops_is_cut_off_though_it_never_stops() {
    let limits = Limits { write_timeout: Duration::from_millis(500), connections: 1, ..Limits::default() };
    let (address, _) = start(router(), limits, pending()).await;
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut slow = socket.connect(address).await.unwrap();
    slow.write_all(b"GET /flood HTTP/1.1\r\nHost: somewhere\r\n\r\n").await.unwrap();
    let reading = tokio::spawn(async move {
        let mut drop_of_it = [0; 8];
        while slow.read_exact(&mut drop_of_it).await.is_ok() {
            sleep(Duration::from_millis(50)).await;
        }
    });
    let answer = exchange(address, "GET /peer HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    reading.abort();
}

#[tokio::test]
async fn who_takes_a_few_bytes_a_second_is_cut_off_though_every_write_gets_on_and_who_takes_enough_is_not() {
    let limits = Limits { write_timeout: Duration::from_millis(300), ..Limits::default() };
    for (bytes, is_cut_off) in [(8, true), (512, false)] {
        // So short a way that each piece that is taken lets the next one be written.
        let (near, mut far) = tokio::io::duplex(64);
        let mut guarded = Guarded::new(near, limits, Activity::new());
        let reading = tokio::spawn(async move {
            let mut piece = vec![0; bytes];
            while far.read_exact(&mut piece).await.is_ok() {
                sleep(Duration::from_millis(50)).await;
            }
        });
        let writing = async {
            loop {
                if let Err(error) = guarded.write_all(&[b'x'; 64]).await {
                    return error.kind();
                }
            }
        };
        let ended = tokio::time::timeout(Duration::from_secs(3), writing).await.ok();
        assert_eq!(ended, is_cut_off.then_some(io::ErrorKind::TimedOut), "{bytes} bytes at a time");
        reading.abort();
    }
}

#[tokio::test]
async fn a_connection_that_only_answers_pings_ends_and_one_whose_handler_works_does_not() {
    let limits = Limits { idle_timeout: Duration::from_millis(300), write_timeout: SHORT, ..Limits::default() };
    let slow = get(|| async {
        sleep(Duration::from_secs(1)).await;
        "done"
    });
    let (address, _) = start(Router::new().route("/slow", slow), limits, pending()).await;
    let working = tokio::spawn(exchange(address, "GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
    let mut idle = TcpStream::connect(address).await.unwrap();
    idle.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await.unwrap();
    let begun = Instant::now();
    let (mut from, mut to) = idle.into_split();
    let pinging = tokio::spawn(async move {
        // A PING every 50 ms, as a client that wants to stay would send.
        while to.write_all(b"\0\0\x08\x06\0\0\0\0\0counting").await.is_ok() {
            sleep(Duration::from_millis(50)).await;
        }
    });
    let mut all = Vec::new();
    let _ = from.read_to_end(&mut all).await;
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert!(working.await.unwrap().ends_with("done"));
    pinging.abort();
}

#[tokio::test]
async fn an_address_that_has_all_its_places_gets_no_more_and_gets_one_back_with_each_that_ends() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let addresses = Addresses::new(2, TrustedProxies::default());
    tokio::spawn(serve(listener, router(), Limits::default(), None, addresses, pending()));
    let ask = "GET /peer HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    let mut held = Vec::new();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET /peer HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        assert!(stream.read(&mut [0; 512]).await.unwrap() > 0);
        held.push(stream);
    }
    assert_eq!(exchange(address, ask).await, "");
    held.pop();
    let mut answer = String::new();
    // The end of the connection is seen a moment later.
    while answer.is_empty() {
        answer = exchange(address, ask).await;
    }
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[tokio::test]
async fn a_connection_that_ends_for_doing_nothing_gives_its_place_back_at_once() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let addresses = Addresses::new(1, TrustedProxies::default());
    let limits = Limits { idle_timeout: SHORT, ..Limits::default() };
    tokio::spawn(serve(listener, router(), limits, None, addresses, pending()));
    let mut idle = TcpStream::connect(address).await.unwrap();
    idle.write_all(b"GET /peer HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    let mut answer = Vec::new();
    idle.read_to_end(&mut answer).await.unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 200"));
    let next = async {
        while exchange(address, "GET /peer HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.is_empty() {}
    };
    timeout(Limits::default().write_timeout / 3, next).await.expect("the place is free");
}

#[tokio::test]
async fn http_2_without_tls_is_spoken() {
    let (address, _) = start(router(), Limits::default(), pending()).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await.unwrap();
    let mut frame = [0; 9];
    stream.read_exact(&mut frame).await.unwrap();
    assert_eq!(frame[3], 4, "the server's settings frame");
}

#[tokio::test]
async fn shutdown_finishes_what_runs_and_takes_nothing_new() {
    let (entered, mut has_entered) = tokio::sync::mpsc::channel::<()>(1);
    let (release, released) = oneshot::channel::<()>();
    let released = Arc::new(tokio::sync::Mutex::new(Some(released)));
    let slow = get(move || {
        let (entered, released) = (entered.clone(), Arc::clone(&released));
        async move {
            entered.send(()).await.unwrap();
            let waiting = released.lock().await.take().unwrap();
            waiting.await.unwrap();
            "finished"
        }
    });
    let (stop, stopped) = oneshot::channel::<()>();
    let shutdown = async move {
        let _ = stopped.await;
    };
    let (address, server) = start(Router::new().route("/slow", slow), Limits::default(), shutdown).await;
    let running = tokio::spawn(async move { exchange(address, "GET /slow HTTP/1.1\r\nHost: somewhere\r\n\r\n").await });
    has_entered.recv().await.unwrap();
    stop.send(()).unwrap();
    // The listener closes as soon as the loop sees the signal.
    while TcpStream::connect(address).await.is_ok() {
        tokio::task::yield_now().await;
    }
    release.send(()).unwrap();
    assert!(running.await.unwrap().ends_with("finished"));
    server.await.unwrap().unwrap();
}

#[tokio::test]
async fn connections_without_a_request_do_not_hold_up_the_shutdown() {
    let (stop, stopped) = oneshot::channel::<()>();
    let shutdown = async move {
        let _ = stopped.await;
    };
    let (address, server) = start(router(), Limits::default(), shutdown).await;
    let mut kept = TcpStream::connect(address).await.unwrap();
    kept.write_all(b"GET /peer HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    assert!(kept.read(&mut [0; 512]).await.unwrap() > 0);
    stop.send(()).unwrap();
    let ended = timeout(Limits::default().shutdown_timeout / 3, server).await;
    ended.expect("nothing runs, so nothing is waited for").unwrap().unwrap();
}

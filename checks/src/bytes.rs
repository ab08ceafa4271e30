//! Requests that no client library would send: bytes over a socket, and the bytes that come back.

use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::Answer;

/// An open connection to a service.
pub struct Connection {
    stream: TcpStream,
}

impl Connection {
    /// Connects to the service at this address (`http://…`).
    pub async fn open(url: &str) -> Self {
        let address = url.trim_start_matches("http://");
        let stream = TcpStream::connect(address).await.unwrap_or_else(|fault| panic!("{address}: {fault}"));
        Self { stream }
    }

    /// As [`Self::open`], with little room for incoming bytes: those not read stay with the service.
    pub async fn open_narrow(url: &str) -> Self {
        let address = url.trim_start_matches("http://");
        let parsed = address.parse().unwrap_or_else(|fault| panic!("{address}: {fault}"));
        let socket = TcpSocket::new_v4().unwrap_or_else(|fault| panic!("{fault}"));
        socket.set_recv_buffer_size(4_096).unwrap_or_else(|fault| panic!("{fault}"));
        let stream = socket.connect(parsed).await.unwrap_or_else(|fault| panic!("{address}: {fault}"));
        Self { stream }
    }

    /// Reads the first bytes, and leaves the rest.
    pub async fn first(&mut self) -> Vec<u8> {
        let mut piece = [0; 512];
        let count = self.stream.read(&mut piece).await.unwrap_or_else(|fault| panic!("{fault}"));
        piece[..count].to_vec()
    }

    /// Sends bytes; a peer that has answered and closed already is no fault.
    pub async fn send(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).await.is_ok()
    }

    /// Reads until the service closes the connection or nothing came for so long.
    pub async fn read(&mut self, patience: Duration) -> Vec<u8> {
        let mut all = Vec::new();
        let mut piece = [0; 16 * 1024];
        while let Ok(Ok(count)) = tokio::time::timeout(patience, self.stream.read(&mut piece)).await {
            if count == 0 {
                break;
            }
            all.extend_from_slice(&piece[..count]);
        }
        all
    }

    /// Reads one answer and says how long it took.
    pub async fn answer(&mut self, patience: Duration) -> (Answer, Duration) {
        let begun = Instant::now();
        (read_answer(&mut self.stream, patience).await, begun.elapsed())
    }

    /// Sends a piece this many times, for as long as the service takes them, and reads the answer meanwhile.
    pub async fn flood(self, piece: Vec<u8>, times: usize) -> Answer {
        let (mut answers, mut pieces) = self.stream.into_split();
        let flood = tokio::spawn(async move {
            for _ in 0..times {
                // The service has heard enough and has closed.
                if pieces.write_all(&piece).await.is_err() {
                    break;
                }
            }
            // Kept open: an end of the stream would be another thing than a body without end.
            pieces
        });
        let answer = read_answer(&mut answers, Duration::from_secs(60)).await;
        flood.abort();
        answer
    }
}

async fn read_answer(stream: &mut (impl AsyncRead + Unpin), patience: Duration) -> Answer {
    let mut all = Vec::new();
    let mut piece = [0; 16 * 1024];
    loop {
        if let Some(answer) = parse(&all) {
            return answer;
        }
        match tokio::time::timeout(patience, stream.read(&mut piece)).await {
            Ok(Ok(count)) if count > 0 => all.extend_from_slice(&piece[..count]),
            ended => panic!("no whole answer ({ended:?}): {:?}", String::from_utf8_lossy(&all)),
        }
    }
}

/// Sends one request in bytes and reads its answer.
pub async fn exchange(url: &str, bytes: &[u8]) -> Answer {
    let mut connection = Connection::open(url).await;
    connection.send(bytes).await;
    connection.answer(Duration::from_secs(20)).await.0
}

/// A whole answer with `Content-Length` (or none and no body), where the bytes hold one.
fn parse(bytes: &[u8]) -> Option<Answer> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.split("\r\n");
    let status: u16 = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let mut headers = reqwest::header::HeaderMap::new();
    for line in lines {
        let (name, value) = line.split_once(':')?;
        let name: reqwest::header::HeaderName = name.trim().parse().ok()?;
        headers.append(name, value.trim().parse().ok()?);
    }
    let body = &bytes[end + 4..];
    let length =
        headers.get("content-length").and_then(|value| value.to_str().ok()?.parse::<usize>().ok()).unwrap_or(0);
    if body.len() < length {
        return None;
    }
    Some(Answer { asked: "bytes over a socket".to_owned(), status, headers, bytes: body[..length].to_vec() })
}

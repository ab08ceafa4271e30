//! One keep-alive HTTP/1.1 connection that does as little as it can: the server wants the cores.

use std::io::{Error, ErrorKind};
use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::failure::Failure;

/// The server's address and the caller.
pub struct Target {
    address: String,
    /// The path of the base URL, without a slash at its end.
    prefix: String,
    token: String,
}

impl Target {
    /// # Errors
    /// [`Failure::Unusable`] for anything but `http://host:port[/prefix]`.
    pub fn new(url: &str, token: &str) -> Result<Self, Failure> {
        let rest = url
            .strip_prefix("http://")
            .ok_or_else(|| Failure::unusable(format!("--url {url}"), "give http://host:port, TLS is not measured"))?;
        let (address, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        let address = if address.contains(':') { address.to_owned() } else { format!("{address}:80") };
        let prefix = prefix.trim_end_matches('/');
        let prefix = if prefix.is_empty() { String::new() } else { format!("/{prefix}") };
        Ok(Self { address, prefix, token: token.trim().to_owned() })
    }

    /// All of a request's head that does not change: all but key and length.
    pub fn head(&self, method: &str, path: &str) -> String {
        format!(
            "{method} {}/api/v1{path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n",
            self.prefix, self.address, self.token
        )
    }
}

pub struct Connection {
    target: Arc<Target>,
    stream: Option<TcpStream>,
    request: Vec<u8>,
    response: Vec<u8>,
}

/// An answer, borrowed from the connection until its next request.
pub struct Answer<'a> {
    pub status: u16,
    pub body: &'a [u8],
}

impl Answer<'_> {
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(self.body).into_owned()
    }
}

impl Connection {
    pub fn new(target: Arc<Target>) -> Self {
        Self { target, stream: None, request: Vec::new(), response: Vec::new() }
    }

    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Sends a request and waits for its answer, on a new connection if the last one is gone.
    pub async fn send(&mut self, head: &str, key: Option<[u8; 16]>, body: &[u8]) -> Result<Answer<'_>, Error> {
        self.request.clear();
        self.request.extend_from_slice(head.as_bytes());
        if let Some(key) = key {
            let key = u128::from_be_bytes(key);
            self.request.extend_from_slice(format!("idempotency-key: {key:032x}\r\n").as_bytes());
        }
        if !body.is_empty() {
            let length = body.len();
            self.request.extend_from_slice(
                format!("content-type: application/json\r\ncontent-length: {length}\r\n").as_bytes(),
            );
        }
        self.request.extend_from_slice(b"\r\n");
        self.request.extend_from_slice(body);

        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => {
                let stream = TcpStream::connect(&self.target.address).await?;
                stream.set_nodelay(true)?;
                stream
            }
        };
        stream.write_all(&self.request).await?;
        let head = read_head(&mut stream, &mut self.response).await?;
        match head.framing {
            Framing::Length(length) => {
                while self.response.len() < head.end + length {
                    read_more(&mut stream, &mut self.response).await?;
                }
                self.response.truncate(head.end + length);
            }
            Framing::Chunked => read_chunks(&mut stream, &mut self.response, head.end).await?,
        }
        // Only a connection whose answer was read whole is used again.
        if !head.closes {
            self.stream = Some(stream);
        }
        Ok(Answer { status: head.status, body: &self.response[head.end..] })
    }
}

struct Head {
    status: u16,
    end: usize,
    framing: Framing,
    closes: bool,
}

enum Framing {
    Length(usize),
    Chunked,
}

async fn read_head(stream: &mut TcpStream, response: &mut Vec<u8>) -> Result<Head, Error> {
    response.clear();
    let end = loop {
        if let Some(at) = find(response, b"\r\n\r\n") {
            break at + 4;
        }
        read_more(stream, response).await?;
    };
    let text = std::str::from_utf8(&response[..end]).map_err(|_| malformed("a head that is not text"))?;
    let mut lines = text.split("\r\n");
    let status = lines
        .next()
        .and_then(|line| line.split(' ').nth(1))
        .and_then(|status| status.parse().ok())
        .ok_or_else(|| malformed("no status line"))?;
    let mut head = Head { status, end, framing: Framing::Length(0), closes: false };
    for (name, value) in lines.filter_map(|line| line.split_once(':')) {
        let value = value.trim();
        if name.eq_ignore_ascii_case("content-length") {
            head.framing = Framing::Length(value.parse().map_err(|_| malformed("a length that is no number"))?);
        } else if name.eq_ignore_ascii_case("transfer-encoding") {
            head.framing = Framing::Chunked;
        } else if name.eq_ignore_ascii_case("connection") {
            head.closes = value.eq_ignore_ascii_case("close");
        }
    }
    Ok(head)
}

/// Joins the chunks that begin at `start`, in place.
async fn read_chunks(stream: &mut TcpStream, response: &mut Vec<u8>, start: usize) -> Result<(), Error> {
    let mut joined = response[..start].to_vec();
    let mut at = start;
    loop {
        let line_end = loop {
            if let Some(found) = find(&response[at..], b"\r\n") {
                break at + found;
            }
            read_more(stream, response).await?;
        };
        let size = std::str::from_utf8(&response[at..line_end])
            .ok()
            .and_then(|line| usize::from_str_radix(line.split(';').next()?.trim(), 16).ok())
            .ok_or_else(|| malformed("a chunk without a size"))?;
        let data = line_end + 2;
        while response.len() < data + size + 2 {
            read_more(stream, response).await?;
        }
        joined.extend_from_slice(&response[data..data + size]);
        at = data + size + 2;
        if size == 0 {
            *response = joined;
            return Ok(());
        }
    }
}

async fn read_more(stream: &mut TcpStream, response: &mut Vec<u8>) -> Result<(), Error> {
    response.reserve(4096);
    match stream.read_buf(response).await? {
        0 => Err(Error::new(ErrorKind::UnexpectedEof, "the server closed the connection before its answer ended")),
        _ => Ok(()),
    }
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

fn malformed(what: &str) -> Error {
    Error::new(ErrorKind::InvalidData, format!("the server answered with {what}"))
}

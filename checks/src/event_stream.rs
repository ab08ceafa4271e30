//! A stream of server-sent events, as a client reads it.

use serde_json::Value;

/// An open stream.
#[derive(Debug)]
pub struct EventStream {
    response: reqwest::Response,
    read: String,
}

/// One event of a stream.
#[derive(Clone, PartialEq, Debug)]
pub struct StreamedEvent {
    /// Its id, which is the cursor.
    pub id: String,
    /// Its type.
    pub event: String,
    /// Its data.
    pub data: Value,
}

impl EventStream {
    /// The stream of an answer.
    #[must_use]
    pub fn of(response: reqwest::Response) -> Self {
        Self { response, read: String::new() }
    }

    /// A header field; empty where there is none.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The next event; `None` where the stream has ended. Comments are passed over.
    pub async fn next(&mut self) -> Option<StreamedEvent> {
        loop {
            let block = self.block().await?;
            let field = |name: &str| {
                let line = block.lines().find_map(|line| line.strip_prefix(name))?;
                Some(line.trim_start_matches(": ").to_owned())
            };
            if let (Some(id), Some(event), Some(data)) = (field("id"), field("event"), field("data")) {
                let data = serde_json::from_str(&data).unwrap_or_else(|fault| panic!("{fault}: {data}"));
                return Some(StreamedEvent { id, event, data });
            }
        }
    }

    /// The rest of the stream until its end, events included.
    pub async fn rest(&mut self) -> String {
        let mut all = String::new();
        while let Some(block) = self.block().await {
            all.push_str(&block);
            all.push('\n');
        }
        all
    }

    /// The next block of lines; `None` at the end, also where it was cut off.
    async fn block(&mut self) -> Option<String> {
        loop {
            if let Some((block, rest)) = self.read.split_once("\n\n") {
                let block = block.to_owned();
                self.read = rest.to_owned();
                return Some(block);
            }
            let piece = self.response.chunk().await.ok()??;
            self.read.push_str(&String::from_utf8_lossy(&piece));
        }
    }
}

//! A minimal client: one connection, one request at a time. It shares the machine with the measured server,
//! so it only sends a line and reads a response.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};

/// Timeout of a silent server.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);
const MAX_RESPONSE_BYTES: usize = 64 << 20;

#[derive(Debug)]
pub struct HttpConnection {
    stream: TcpStream,
    request: Vec<u8>,
    buffer: Vec<u8>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct HttpResponse<'a> {
    pub status: u16,
    pub body: &'a [u8],
}

impl HttpConnection {
    pub fn open(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect_timeout(&address, RESPONSE_TIMEOUT)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(RESPONSE_TIMEOUT))?;
        stream.set_write_timeout(Some(RESPONSE_TIMEOUT))?;
        Ok(Self { stream, request: Vec::new(), buffer: Vec::with_capacity(64 << 10) })
    }

    /// Requests a path and waits for the whole response.
    pub fn get(&mut self, path: &str) -> io::Result<HttpResponse<'_>> {
        self.request.clear();
        write!(self.request, "GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")?;
        self.send()
    }

    /// Requests a path, and returns the time until the whole response has arrived, and its body. Any other
    /// status than 200 is an error.
    pub fn get_timed(&mut self, path: &str) -> anyhow::Result<(Duration, &[u8])> {
        let began = Instant::now();
        let answer = self.get(path).with_context(|| path.to_owned())?;
        let took = began.elapsed();
        ensure!(answer.status == 200, "{path}: {} {}", answer.status, String::from_utf8_lossy(answer.body));
        Ok((took, answer.body))
    }

    /// Requests a path as a browser that is signed in to the library's pages.
    pub fn get_as_browser(&mut self, path: &str, secret: &str) -> io::Result<HttpResponse<'_>> {
        self.request.clear();
        write!(self.request, "GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: session={secret}\r\n\r\n")?;
        self.send()
    }

    /// Sends a form as a signed-in user and waits for the whole response.
    pub fn post(&mut self, path: &str, token: &str, form: &str) -> io::Result<HttpResponse<'_>> {
        self.request.clear();
        write!(
            self.request,
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
            form.len()
        )?;
        self.send()
    }

    fn send(&mut self) -> io::Result<HttpResponse<'_>> {
        self.stream.write_all(&self.request)?;
        self.buffer.clear();
        let head = loop {
            if let Some(head) = ResponseHead::parse(&self.buffer)? {
                break head;
            }
            self.read_more()?;
        };
        while self.buffer.len() < head.start + head.length {
            self.read_more()?;
        }
        Ok(HttpResponse { status: head.status, body: &self.buffer[head.start..head.start + head.length] })
    }

    fn read_more(&mut self) -> io::Result<()> {
        let from = self.buffer.len();
        if from > MAX_RESPONSE_BYTES {
            return Err(io::Error::other("the answer is too long"));
        }
        self.buffer.resize(from + (64 << 10), 0);
        let read = self.stream.read(&mut self.buffer[from..]);
        self.buffer.truncate(from + read.as_ref().copied().unwrap_or_default());
        match read? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
struct ResponseHead {
    status: u16,
    start: usize,
    length: usize,
}

impl ResponseHead {
    /// `None` while incomplete. A body must state its length.
    fn parse(bytes: &[u8]) -> io::Result<Option<Self>> {
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { return Ok(None) };
        let fault = || io::Error::new(io::ErrorKind::InvalidData, "not an answer with a Content-Length");
        let head = std::str::from_utf8(&bytes[..end]).map_err(|_| fault())?;
        let mut lines = head.split("\r\n");
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|code| code.parse().ok());
        let length = lines
            .filter_map(|line| line.split_once(':'))
            .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
            .and_then(|(_, value)| value.trim().parse().ok());
        let (status, length) = status.zip(length).ok_or_else(fault)?;
        Ok(Some(Self { status, start: end + 4, length }))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;

    use super::{HttpConnection, HttpResponse, ResponseHead};

    #[test]
    fn a_head_is_read_when_it_is_whole() {
        let whole = b"HTTP/1.1 404 Not Found\r\ncontent-Length: 12\r\nX: y\r\n\r\nbody";
        assert_eq!(ResponseHead::parse(&whole[..30]).unwrap(), None);
        assert_eq!(
            ResponseHead::parse(whole).unwrap(),
            Some(ResponseHead { status: 404, start: 52, length: 12 })
        );
        assert!(ResponseHead::parse(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n").is_err());
        assert!(ResponseHead::parse(b"SSH-2.0\r\n\r\n").is_err());
    }

    #[test]
    fn responses_in_pieces_are_joined_on_one_connection() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            for (status, pieces) in [(200, ["he", "llo"]), (503, ["", "later"])] {
                let mut request = [0; 1000];
                let read = stream.read(&mut request).unwrap();
                assert!(request[..read].starts_with(b"GET /path?a=b HTTP/1.1\r\n"));
                write!(stream, "HTTP/1.1 {status} x\r\ncontent-length: 5\r\n\r\n").unwrap();
                for piece in pieces {
                    std::thread::sleep(std::time::Duration::from_millis(5));
                    stream.write_all(piece.as_bytes()).unwrap();
                }
            }
        });
        let mut connection = HttpConnection::open(address).unwrap();
        assert_eq!(connection.get("/path?a=b").unwrap(), HttpResponse { status: 200, body: b"hello" });
        assert_eq!(connection.get("/path?a=b").unwrap(), HttpResponse { status: 503, body: b"later" });
        server.join().unwrap();
        assert!(connection.get("/path?a=b").is_err());
    }
}

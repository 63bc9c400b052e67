//! SMTP server for tests: keeps what it accepts, and refuses on demand.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::{Security, Smtp};

/// Longer than any wait of a test for an email.
const WAIT_TIMEOUT: Duration = Duration::from_mins(2);

/// A running server, stopped on drop.
pub struct MailServer {
    address: SocketAddr,
    state: Arc<Mutex<ServerState>>,
    task: JoinHandle<()>,
}

#[derive(Default)]
struct ServerState {
    emails: watch::Sender<Vec<ReceivedEmail>>,
    answers: VecDeque<Answer>,
    user: Option<(String, String)>,
    attempts: usize,
}

/// The server's response to an email.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Refuses the recipient with this code: 4xx temporarily, 5xx permanently.
    Refuse(u16),
    /// Closes the connection in the middle.
    HangUp,
}

/// An accepted email.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedEmail {
    /// Recipient.
    pub to: String,
    /// Headers and text, with lines ended by `\n`.
    pub text: String,
}

impl ReceivedEmail {
    /// The words that begin with `beginning`: links and identifiers.
    pub fn find_word(&self, beginning: &str) -> Option<&str> {
        self.text.split_whitespace().find(|word| word.starts_with(beginning))
    }
}

impl MailServer {
    /// Starts a server on a free port of this machine that accepts everything.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("its address");
        let state = Arc::<Mutex<ServerState>>::default();
        let shared = Arc::clone(&state);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let state = Arc::clone(&shared);
                // A client that disconnects in the middle is not an error of the server.
                tokio::spawn(async move { handle_connection(stream, &state).await });
            }
        });
        Self { address, state, task }
    }

    /// Requires this user and password from now on.
    pub fn require_password(&self, user: &str, password: &str) {
        self.lock_state().user = Some((user.to_owned(), password.to_owned()));
    }

    /// Sets the responses to the next emails, in order; later ones are accepted.
    pub fn set_answers(&self, answers: impl IntoIterator<Item = Answer>) {
        self.lock_state().answers.extend(answers);
    }

    /// Settings that connect to this server.
    pub fn smtp_settings(&self) -> Smtp {
        Smtp {
            host: self.address.ip().to_string(),
            port: Some(self.address.port()),
            security: Security::None,
            user: None,
            password: None,
        }
    }

    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Number of attempts to send an email.
    pub fn attempt_count(&self) -> usize {
        self.lock_state().attempts
    }

    /// All emails accepted so far.
    pub fn received_emails(&self) -> Vec<ReceivedEmail> {
        self.lock_state().emails.borrow().clone()
    }

    /// Waits until `count` emails have been accepted and returns them; panics after two minutes.
    pub async fn wait_for_emails(&self, count: usize) -> Vec<ReceivedEmail> {
        let mut taken = self.lock_state().emails.subscribe();
        let enough = taken.wait_for(|received| received.len() >= count);
        let Ok(received) = tokio::time::timeout(WAIT_TIMEOUT, enough).await else {
            panic!("{count} emails: only {:?}", self.received_emails());
        };
        received.expect("the server keeps the sender").clone()
    }

    fn lock_state(&self) -> MutexGuard<'_, ServerState> {
        lock_state(&self.state)
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn lock_state(state: &Mutex<ServerState>) -> MutexGuard<'_, ServerState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Handles one connection (RFC 5321), as far as our client needs it.
async fn handle_connection(stream: TcpStream, state: &Mutex<ServerState>) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 mail.test ready\r\n").await?;
    let (mut to, mut may_send) = (String::new(), lock_state(state).user.is_none());
    while let Some(line) = lines.next_line().await? {
        let verb = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        let reply = match verb.as_str() {
            "EHLO" => "250-mail.test\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 AUTH PLAIN".to_owned(),
            "AUTH" => {
                may_send = is_authenticated(state, line.rsplit(' ').next().unwrap_or_default());
                if may_send { "235 welcome" } else { "535 wrong password" }.to_owned()
            }
            "MAIL" if !may_send => "530 authentication required".to_owned(),
            "RCPT" => {
                to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                match next_answer(state) {
                    None => "250 ok".to_owned(),
                    Some(Answer::Refuse(code)) => format!("{code} refused"),
                    Some(Answer::HangUp) => return Ok(()),
                }
            }
            "DATA" => {
                write.write_all(b"354 go on\r\n").await?;
                let mut text = String::new();
                while let Some(line) = lines.next_line().await?.filter(|line| line != ".") {
                    text.push_str(line.strip_prefix('.').unwrap_or(&line));
                    text.push('\n');
                }
                lock_state(state)
                    .emails
                    .send_modify(|received| received.push(ReceivedEmail { to: to.clone(), text }));
                "250 taken".to_owned()
            }
            "QUIT" => {
                write.write_all(b"221 bye\r\n").await?;
                return Ok(());
            }
            _ => "250 ok".to_owned(),
        };
        write.write_all(format!("{reply}\r\n").as_bytes()).await?;
    }
    Ok(())
}

fn next_answer(state: &Mutex<ServerState>) -> Option<Answer> {
    let mut state = lock_state(state);
    state.attempts += 1;
    state.answers.pop_front()
}

/// Returns true if the response to AUTH PLAIN is the user's: base64 of NUL, user, NUL, password. Any is
/// accepted if no password is required.
fn is_authenticated(state: &Mutex<ServerState>, response: &str) -> bool {
    match &lock_state(state).user {
        None => true,
        Some((user, password)) => encode_base64(format!("\0{user}\0{password}").as_bytes()) == response,
    }
}

/// Base64 with padding; not worth another dependency.
fn encode_base64(bytes: &[u8]) -> String {
    const BASE64_ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let number = (0..3).fold(0_u32, |sum, i| sum << 8 | u32::from(group.get(i).copied().unwrap_or(0)));
        for place in 0..4 {
            let c = BASE64_ALPHABET[(number >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= group.len() { char::from(c) } else { '=' });
        }
    }
    text
}

//! A mail server for tests: it speaks SMTP, keeps what it takes, and refuses when told to.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::{Security, Smtp};

/// Longer than any letter takes that a test waits for.
const PATIENCE: Duration = Duration::from_mins(2);

/// A running server; it ends with the value.
pub struct MailServer {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    task: JoinHandle<()>,
}

#[derive(Default)]
struct State {
    received: watch::Sender<Vec<Received>>,
    answers: VecDeque<Answer>,
    user: Option<(String, String)>,
    attempts: usize,
}

/// What the server does with a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Refuses the recipient with this code: 4xx for now, 5xx for good.
    Refuse(u16),
    /// Hangs up in the middle.
    HangUp,
}

/// A letter that was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    /// Who it is for.
    pub to: String,
    /// Headers and text, lines ended by `\n`.
    pub text: String,
}

impl Received {
    /// The words that begin with this: links and identifiers.
    pub fn word(&self, beginning: &str) -> Option<&str> {
        self.text.split_whitespace().find(|word| word.starts_with(beginning))
    }
}

impl MailServer {
    /// A server on a free port of this machine that takes everything.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("its address");
        let state = Arc::<Mutex<State>>::default();
        let shared = Arc::clone(&state);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let state = Arc::clone(&shared);
                // A client that goes away in the middle is its own business.
                tokio::spawn(async move { converse(stream, &state).await });
            }
        });
        Self { address, state, task }
    }

    /// From now on only this user may send.
    pub fn ask_password(&self, user: &str, password: &str) {
        self.lock().user = Some((user.to_owned(), password.to_owned()));
    }

    /// What to do with the next letters, one after the other; later ones are taken.
    pub fn answer(&self, answers: impl IntoIterator<Item = Answer>) {
        self.lock().answers.extend(answers);
    }

    /// The settings that lead here.
    pub fn smtp(&self) -> Smtp {
        Smtp {
            host: self.address.ip().to_string(),
            port: Some(self.address.port()),
            security: Security::None,
            user: None,
            password: None,
        }
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// How many times somebody wanted to send a letter.
    pub fn attempts(&self) -> usize {
        self.lock().attempts
    }

    /// Everything taken so far.
    pub fn received(&self) -> Vec<Received> {
        self.lock().received.borrow().clone()
    }

    /// Waits until so many letters have been taken, and returns them; panics after two minutes.
    pub async fn wait(&self, count: usize) -> Vec<Received> {
        let mut taken = self.lock().received.subscribe();
        let enough = taken.wait_for(|received| received.len() >= count);
        let Ok(received) = tokio::time::timeout(PATIENCE, enough).await else {
            panic!("{count} letters: only {:?}", self.received());
        };
        received.expect("the server keeps the sender").clone()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One conversation (RFC 5321), as far as a client of ours needs it.
async fn converse(stream: TcpStream, state: &Mutex<State>) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 mail.test ready\r\n").await?;
    let (mut to, mut may_send) = (String::new(), lock(state).user.is_none());
    while let Some(line) = lines.next_line().await? {
        let verb = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        let reply = match verb.as_str() {
            "EHLO" => "250-mail.test\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 AUTH PLAIN".to_owned(),
            "AUTH" => {
                may_send = known(state, line.rsplit(' ').next().unwrap_or_default());
                if may_send { "235 welcome" } else { "535 wrong password" }.to_owned()
            }
            "MAIL" if !may_send => "530 who are you?".to_owned(),
            "RCPT" => {
                to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                match next(state) {
                    None => "250 ok".to_owned(),
                    Some(Answer::Refuse(code)) => format!("{code} not this one"),
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
                lock(state).received.send_modify(|received| received.push(Received { to: to.clone(), text }));
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

fn next(state: &Mutex<State>) -> Option<Answer> {
    let mut state = lock(state);
    state.attempts += 1;
    state.answers.pop_front()
}

/// Whether the response to AUTH PLAIN is the user's: base64 of NUL, user, NUL, password. Anybody's where no
/// password is asked for.
fn known(state: &Mutex<State>, response: &str) -> bool {
    match &lock(state).user {
        None => true,
        Some((user, password)) => base64(format!("\0{user}\0{password}").as_bytes()) == response,
    }
}

/// Base64 with padding; a crate for these lines would be one more to build.
fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let number = (0..3).fold(0_u32, |sum, i| sum << 8 | u32::from(group.get(i).copied().unwrap_or(0)));
        for place in 0..4 {
            let sign = SIGNS[(number >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= group.len() { char::from(sign) } else { '=' });
        }
    }
    text
}

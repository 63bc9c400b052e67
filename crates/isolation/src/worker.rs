//! The worker process's side: takes orders, one after the other, until the server closes the connection.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::nice;
use rustix::stdio::{dup2_stdin, dup2_stdout, stdin, stdout};

use crate::confine::{self, Freedom};
use crate::frame::{self, Answer, Order};
use crate::limits::limit_tasks;
use crate::session;

/// Nice value of worker processes.
const NICE: i32 = 10;
/// Minimum interval between progress reports.
const PROGRESS: Duration = Duration::from_millis(50);

/// What work reports while it continues.
pub struct Reporter<'a> {
    output: &'a mut File,
    reported: Option<Instant>,
}

impl Reporter<'_> {
    /// Reports how far the work is: steps done, of all steps.
    pub fn progress(&mut self, done: u64, total: u64) {
        if self.reported.is_none_or(|reported| reported.elapsed() >= PROGRESS) {
            self.reported = Some(Instant::now());
            // If the connection is closed, the other thread ends the process.
            let _ = frame::write(self.output, &Answer::Progress(done, total));
        }
    }

    /// Sends a part of the result. Waits while the server has not taken those before.
    ///
    /// # Errors
    /// The part is larger than a message may be, or the connection is closed.
    pub fn send(&mut self, piece: Vec<u8>) -> io::Result<()> {
        frame::write(self.output, &Answer::Piece(piece))
    }
}

/// Serves the program that started this process over standard input and output. Works in the current folder,
/// the only writable one afterwards; `freedom` lists further permissions.
///
/// Call it first in `main`: threads that exist already are not confined.
///
/// # Errors
/// The connection cannot be set up, or a limit cannot be set.
pub fn serve(
    freedom: &Freedom,
    mut work: impl FnMut(&[u8], &Path, &mut Reporter<'_>) -> Vec<u8>,
) -> io::Result<()> {
    session::begin()?;
    // Requests take precedence over this process.
    let _ = nice(NICE);
    let folder = std::env::current_dir()?;
    let (input, mut output) = connection()?;
    limit_tasks()?;
    confine::apply(&folder, freedom);
    let (send, orders) = mpsc::channel();
    thread::Builder::new().name("orders".to_owned()).spawn(move || receive(input, &send))?;
    frame::write(&mut output, &Answer::Ready)?;
    for order in orders {
        order.limits.apply()?;
        let mut reporter = Reporter { output: &mut output, reported: None };
        let reply = work(&order.request, &folder, &mut reporter);
        frame::write(&mut output, &Answer::Done(reply))?;
    }
    Ok(())
}

/// Takes standard input and output for the connection, so that neither prints nor started programs can write
/// into it.
fn connection() -> io::Result<(File, File)> {
    let nothing = OpenOptions::new().read(true).write(true).open("/dev/null")?;
    let input = rustix::io::fcntl_dupfd_cloexec(stdin(), 3)?;
    let output = rustix::io::fcntl_dupfd_cloexec(stdout(), 3)?;
    dup2_stdin(&nothing)?;
    dup2_stdout(&nothing)?;
    Ok((input.into(), output.into()))
}

/// Passes orders on. At the end of the connection, the server has ended or needs no more: the process ends
/// immediately, with all that it started.
fn receive(mut input: File, orders: &Sender<Order>) {
    while let Ok(order) = frame::read(&mut input) {
        if orders.send(order).is_err() {
            break;
        }
    }
    session::end();
}

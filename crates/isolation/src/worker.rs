//! The worker process's side: takes orders, one after the other, until the server closes the connection.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::nice;
use rustix::stdio::{dup2_stdin, dup2_stdout, stdin, stdout};

use crate::frame::{self, WorkOrder, WorkerMessage};
use crate::limits::limit_tasks;
use crate::{Permissions, confine, session};

/// Nice value of worker processes.
const NICE_VALUE: i32 = 10;
/// Minimum interval between progress reports.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

/// Reports progress and pieces of the result to the server.
pub struct WorkReporter<'a> {
    output: &'a mut File,
    last_report: Option<Instant>,
}

impl WorkReporter<'_> {
    /// Reports the numbers of completed steps and of all steps.
    pub fn report_progress(&mut self, done: u64, total: u64) {
        if self.last_report.is_none_or(|reported| reported.elapsed() >= PROGRESS_INTERVAL) {
            self.last_report = Some(Instant::now());
            // If the connection is closed, the other thread ends the process.
            let _ = frame::write_message(self.output, &WorkerMessage::Progress(done, total));
        }
    }

    /// Sends a part of the result. Waits until the server has received the previous ones.
    ///
    /// # Errors
    /// The part is larger than a message may be, or the connection is closed.
    pub fn send_piece(&mut self, piece: Vec<u8>) -> io::Result<()> {
        frame::write_message(self.output, &WorkerMessage::Piece(piece))
    }
}

/// Serves the program that started this process over standard input and output. Works in the current folder,
/// the only writable one afterwards; `permissions` lists further permissions.
///
/// Call it first in `main`: threads that exist already are not confined.
///
/// # Errors
/// The connection cannot be set up, or a limit cannot be set.
pub fn serve(
    permissions: &Permissions,
    mut work: impl FnMut(&[u8], &Path, &mut WorkReporter<'_>) -> Vec<u8>,
) -> io::Result<()> {
    session::begin_session()?;
    // Requests take precedence over this process.
    let _ = nice(NICE_VALUE);
    let folder = std::env::current_dir()?;
    let (input, mut output) = take_connection()?;
    limit_tasks()?;
    confine::confine_thread(&folder, permissions);
    let (send, orders) = mpsc::channel();
    thread::Builder::new().name("orders".to_owned()).spawn(move || receive_orders(input, &send))?;
    frame::write_message(&mut output, &WorkerMessage::Ready)?;
    for order in orders {
        order.limits.apply_to_process()?;
        let mut reporter = WorkReporter { output: &mut output, last_report: None };
        let reply = work(&order.request, &folder, &mut reporter);
        frame::write_message(&mut output, &WorkerMessage::Done(reply))?;
    }
    Ok(())
}

/// Takes standard input and output for the connection, so that neither prints nor started programs can write
/// into it.
fn take_connection() -> io::Result<(File, File)> {
    let nothing = OpenOptions::new().read(true).write(true).open("/dev/null")?;
    let input = rustix::io::fcntl_dupfd_cloexec(stdin(), 3)?;
    let output = rustix::io::fcntl_dupfd_cloexec(stdout(), 3)?;
    dup2_stdin(&nothing)?;
    dup2_stdout(&nothing)?;
    Ok((input.into(), output.into()))
}

/// Passes orders on. At the end of the connection, the server has ended or needs no more: the process ends
/// immediately, with all that it started.
fn receive_orders(mut input: File, orders: &Sender<WorkOrder>) {
    while let Ok(order) = frame::read_message(&mut input) {
        if orders.send(order).is_err() {
            break;
        }
    }
    session::end_session();
}

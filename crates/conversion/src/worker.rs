//! The main function of a worker process.

use std::cell::RefCell;
use std::io;
use std::sync::Arc;

use isolation::Permissions;
use speech::Engine;

use crate::request::{TaskEnvelope, decode_message};
use crate::{Error, Result, Speaker, TaskTools, Writers};

/// Runs tasks, one after the other, for the process that started this one
/// ([`crate::Workshop::in_processes`]). Call it first in `main`, in an empty folder. `freedom` lists further
/// permissions; `writers` are those that conversions use.
///
/// # Errors
/// The connection cannot be set up or fails.
pub fn serve_tasks(freedom: &Permissions, writers: &Writers) -> io::Result<()> {
    let mut known: Option<(Speaker, Arc<dyn Engine>)> = None;
    isolation::worker::serve(freedom, |request, folder, reporter| {
        let reporter = RefCell::new(reporter);
        let mut watch = |done: usize, total: usize| {
            reporter.borrow_mut().report_progress(done as u64, total as u64);
            // A task that is no longer wanted is killed.
            None
        };
        let mut send = |piece| Ok(reporter.borrow_mut().send_piece(piece)?);
        let done = decode_message::<TaskEnvelope>(request).and_then(|TaskEnvelope { speaker, request }| {
            if known.as_ref().is_none_or(|(other, _)| *other != speaker) {
                known = Some((speaker.clone(), speaker.build_engine()));
            }
            let Some((_, engine)) = &known else {
                return Err(Error::Interrupted("nothing speaks".to_owned()));
            };
            request.run(&mut TaskTools { folder, engine, writers, watch: &mut watch, send: &mut send })
        });
        let reply: Result<Vec<u8>> = done;
        postcard::to_stdvec(&reply).unwrap_or_default()
    })
}

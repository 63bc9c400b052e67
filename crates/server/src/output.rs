//! Handles standard output that is closed or cannot be written: `openshelf admin titles list | head` ends
//! quietly.

use std::panic::PanicHookInfo;
use std::process::exit;

/// Beginning of the panic of `println!`, before the reason.
const PRINT_PANIC: &str = "failed printing to stdout: ";
/// Ending of the reason if the reader has closed the pipe: EPIPE.
const CLOSED_PIPE: &str = "(os error 32)";
/// The exit code that shells report for a program that SIGPIPE has ended.
const CLOSED_PIPE_CODE: i32 = 141;

/// Ends the process, instead of a panic, where it cannot print. Call it before anything is printed.
pub fn exit_on_unwritable_output() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        exit_if_print_failed(panic);
        usual(panic);
    }));
}

/// Ends the process if this is the panic of a `println!`.
pub fn exit_if_print_failed(panic: &PanicHookInfo<'_>) {
    let reason = panic.payload_as_str().and_then(|text| text.strip_prefix(PRINT_PANIC));
    match reason {
        None => {}
        Some(reason) if reason.ends_with(CLOSED_PIPE) => exit(CLOSED_PIPE_CODE),
        Some(reason) => {
            eprintln!("openshelf: cannot write to standard output: {reason}");
            exit(1)
        }
    }
}

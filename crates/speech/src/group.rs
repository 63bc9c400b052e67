//! Programs in a process group of their own, so that what they start ends with them.

use std::process::{Child, Command};

/// Starts the command in a group of its own.
#[cfg(unix)]
pub fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

/// Kills a child that [`own_group`] was asked for, and all that it has started. It must not have been waited
/// for.
#[cfg(unix)]
pub fn kill(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // It has not been waited for, so its number is still its own.
    if kill_process_group(Pid::from_child(child), Signal::KILL).is_err() {
        let _ = child.kill();
    }
}

/// Where there are no groups: the child alone.
#[cfg(not(unix))]
pub fn own_group(_command: &mut Command) {}

/// Where there are no groups: the child alone.
#[cfg(not(unix))]
pub fn kill(child: &mut Child) {
    let _ = child.kill();
}

//! Messages to systemd, if it started this process as a unit with `Type=notify`: ready, alive, stopping
//! (`sd_notify(3)`).

use std::ffi::OsStr;
use std::io;
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::time::Duration;

/// The socket that systemd listens on for messages of this process.
#[derive(Debug, Clone)]
pub struct ServiceManager {
    /// `None` if the service manager does not expect messages.
    address: Option<SocketAddr>,
    /// Time without a message after which systemd restarts the process; `None` if it doesn't.
    watchdog: Option<Duration>,
}

impl ServiceManager {
    /// Reads the variables that systemd has set in the environment.
    pub fn from_environment() -> Self {
        let number = |name| std::env::var(name).ok()?.parse::<u64>().ok();
        let address = std::env::var_os("NOTIFY_SOCKET").and_then(|name| parse_address(&name).ok());
        // The variables of another process, if it has passed its environment on.
        let is_for_this =
            number("WATCHDOG_PID").is_none_or(|process| process == u64::from(std::process::id()));
        let watchdog = number("WATCHDOG_USEC").filter(|micros| *micros > 0 && is_for_this);
        Self { address, watchdog: watchdog.map(Duration::from_micros) }
    }

    /// Reports that this process does its work from now on, and keeps reporting that it is alive: a runtime
    /// whose threads are all blocked does not.
    pub fn report_ready(&self) {
        self.send("READY=1");
        if let Some(limit) = self.watchdog.filter(|_| self.address.is_some()) {
            let manager = self.clone();
            tokio::spawn(async move {
                let mut pings = tokio::time::interval(limit / 2);
                loop {
                    pings.tick().await;
                    manager.send("WATCHDOG=1");
                }
            });
        }
    }

    /// Reports that this process has begun to stop.
    pub fn report_stopping(&self) {
        self.send("STOPPING=1");
    }

    /// Sends a message. Nothing depends on its arrival, so a failure is only logged.
    fn send(&self, message: &str) {
        let Some(address) = &self.address else { return };
        if let Err(error) = send_to(address, message) {
            tracing::debug!(%error, message, "the service manager does not take a message");
        }
    }
}

fn send_to(address: &SocketAddr, message: &str) -> io::Result<()> {
    let socket = UnixDatagram::unbound()?;
    // A full queue must not stop the runtime.
    socket.set_nonblocking(true)?;
    socket.send_to_addr(message.as_bytes(), address).map(drop)
}

/// Parses the name of a socket: a path, or an abstract name after an `@`.
fn parse_address(name: &OsStr) -> io::Result<SocketAddr> {
    match name.as_bytes().strip_prefix(b"@") {
        Some(abstract_name) => SocketAddr::from_abstract_name(abstract_name),
        None => SocketAddr::from_pathname(name),
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::linux::net::SocketAddrExt as _;
    use std::os::unix::net::UnixDatagram;

    use super::{parse_address, send_to};

    #[test]
    fn a_message_arrives_at_a_path_and_at_an_abstract_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notify");
        let name = format!("@openshelf-{}", std::process::id());
        for name in [path.as_os_str(), OsStr::new(&name)] {
            let address = parse_address(name).unwrap();
            let manager = UnixDatagram::bind_addr(&address).unwrap();
            assert_eq!(address.as_abstract_name().is_some(), name != path.as_os_str());
            send_to(&address, "READY=1").unwrap();
            let mut message = [0; 16];
            let length = manager.recv(&mut message).unwrap();
            assert_eq!(&message[..length], b"READY=1");
        }
    }
}

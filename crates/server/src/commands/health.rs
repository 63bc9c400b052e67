//! `openshelf health`: asks a running process of this machine whether it is ready, for containers and units
//! that have neither a shell nor a client of HTTP.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use http_body_util::{BodyExt as _, Empty, Limited};
use hyper::Request;
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

use crate::config::{Config, parse_socket};

/// Timeout of the whole check: the server knows its readiness within 2 seconds.
const CHECK_TIMEOUT: Duration = Duration::from_secs(5);
/// Time between two checks of a process that is not ready yet.
const RETRY_INTERVAL: Duration = Duration::from_millis(200);
/// Bytes of the response that are read.
const MAX_RESPONSE_BYTES: usize = 4096;

/// Options of the command.
#[derive(Debug, clap::Args)]
pub struct HealthArgs {
    /// Address of the process to ask; the one on which `serve` listens by default. A worker has one only with
    /// `--admin-listen`
    #[arg(long, value_name = "HOST:PORT", value_parser = parse_socket)]
    pub address: Option<SocketAddr>,
    /// Wait until the process is ready, for at most this long
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    pub wait: u32,
}

/// Prints why the process is not ready, if so; the exit code is 0 if it is ready.
pub async fn run(args: &HealthArgs, config: &Config) -> anyhow::Result<ExitCode> {
    let address = reachable_address(args.address.unwrap_or(config.listen));
    let deadline = Instant::now() + Duration::from_secs(args.wait.into());
    loop {
        let checked = check_readiness(address).await;
        let is_ready = matches!(checked, Ok((true, _)));
        if is_ready || Instant::now() >= deadline {
            let (_, answer) = checked?;
            println!("{}", answer.trim_end());
            return Ok(if is_ready { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        sleep(RETRY_INTERVAL).await;
    }
}

/// Returns true if the process is ready, and the text of its response.
async fn check_readiness(address: SocketAddr) -> anyhow::Result<(bool, String)> {
    timeout(CHECK_TIMEOUT, ask_readiness(address))
        .await
        .map_err(|_| anyhow::anyhow!("{address} does not respond"))?
        .with_context(|| format!("{address} cannot be reached"))
}

/// The address by which this machine reaches a socket that listens on every address.
fn reachable_address(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

async fn ask_readiness(address: SocketAddr) -> anyhow::Result<(bool, String)> {
    let stream = TcpStream::connect(address).await?;
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    let connection = tokio::spawn(connection);
    let request = Request::get("/readyz").header("host", address.to_string()).body(Empty::<Bytes>::new())?;
    let response = sender.send_request(request).await?;
    let is_ready = response.status().is_success();
    let body = Limited::new(response.into_body(), MAX_RESPONSE_BYTES).collect().await;
    let body = body.map_err(|error| anyhow::anyhow!("the response cannot be read: {error}"))?.to_bytes();
    connection.abort();
    Ok((is_ready, String::from_utf8_lossy(&body).into_owned()))
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::reachable_address;
    use crate::cli::Cli;

    #[test]
    fn a_process_can_be_named_by_its_host() {
        assert!(Cli::try_parse_from(["openshelf", "health", "--address", "localhost:8081"]).is_ok());
    }

    #[test]
    fn a_socket_on_every_address_is_asked_on_the_loopback() {
        for (listening, asked) in
            [("0.0.0.0:8080", "127.0.0.1:8080"), ("[::]:80", "[::1]:80"), ("10.0.0.3:8080", "10.0.0.3:8080")]
        {
            assert_eq!(reachable_address(listening.parse().unwrap()), asked.parse().unwrap());
        }
    }
}

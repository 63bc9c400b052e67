//! The operator's own address: metrics and health.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use store::Db;
use tokio_util::sync::CancellationToken;

use crate::connections::{self, Limits};
use crate::health::Health;
use crate::http;

/// Upkeep interval of the recorder. Without upkeep, samples accumulate while metrics are not read.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

/// Starts counting, and serves `/metrics`, `/livez` and `/readyz` until `stop`.
pub fn start_operator_server(
    address: SocketAddr,
    health: Health,
    db: Db,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let metrics = PrometheusBuilder::new().install_recorder().context("starting the metrics")?;
    let listener = http::bind_address(address)?;
    tracing::info!(%address, "metrics and health");
    tokio::spawn(run_upkeep(metrics.clone(), stop.clone()));
    // Independent of the public address's limits: health and metrics respond when that one is full.
    let app = http::operator_router(health, metrics, db);
    tokio::spawn(connections::serve(listener, app, Limits::for_operator(), stop.clone()));
    Ok(())
}

async fn run_upkeep(metrics: PrometheusHandle, stop: CancellationToken) {
    while tokio::time::timeout(UPKEEP_INTERVAL, stop.cancelled()).await.is_err() {
        metrics.run_upkeep();
    }
}

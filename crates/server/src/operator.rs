//! The operator's own address: metrics and health, for whoever runs the server.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use store::Db;
use tokio_util::sync::CancellationToken;

use crate::health::Health;
use crate::http;

/// How often the recorder sorts what it has counted: without it samples pile up while nobody asks.
const UPKEEP: Duration = Duration::from_secs(5);

/// Starts counting, and serves `/metrics`, `/livez` and `/readyz` until `stop`.
pub async fn start(
    address: SocketAddr,
    health: Health,
    db: Db,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let metrics = PrometheusBuilder::new().install_recorder().context("starting the metrics")?;
    let listener = http::listen(address).await?;
    tracing::info!(%address, "metrics and health");
    tokio::spawn(upkeep(metrics.clone(), stop.clone()));
    let serving = axum::serve(listener, http::admin(health, metrics, db));
    let serving = serving.with_graceful_shutdown(stop.clone().cancelled_owned());
    tokio::spawn(async move {
        if let Err(error) = serving.await {
            tracing::error!(%error, "the operator's address failed");
        }
    });
    Ok(())
}

async fn upkeep(metrics: PrometheusHandle, stop: CancellationToken) {
    while tokio::time::timeout(UPKEEP, stop.cancelled()).await.is_err() {
        metrics.run_upkeep();
    }
}

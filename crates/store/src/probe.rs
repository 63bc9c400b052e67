//! Checks whether the database can be reached, with a connection of its own because all connections of the
//! pool may be in use.

use std::sync::Arc;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};

use crate::Result;

#[derive(Debug)]
pub struct Probe {
    /// The server; `None` if the database is a file, which is always reached.
    server: Option<Arc<PgConnectOptions>>,
    connection: Option<PgConnection>,
}

impl Probe {
    pub(crate) fn new(server: Option<Arc<PgConnectOptions>>) -> Self {
        Self { server, connection: None }
    }

    /// Returns when the database has responded. Drop the call if that takes too long; the next one begins
    /// with a new connection.
    ///
    /// # Errors
    /// The database cannot be reached, or refuses.
    pub async fn await_response(&mut self) -> Result<()> {
        let Some(server) = &self.server else { return Ok(()) };
        // Taken out during the probe: a connection that did not respond is not used again.
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => server.connect().await?,
        };
        connection.ping().await?;
        self.connection = Some(connection);
        Ok(())
    }
}

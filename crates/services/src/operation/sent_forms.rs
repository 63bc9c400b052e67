//! Forms of the pages that create something: one that is sent again creates nothing.

use std::str::FromStr;

use store::{Conn, Tx, sent_forms};

use super::Operation;
use crate::Result;

impl Operation {
    /// Sets the mark of the form that the caller sent. `None` if the form has none.
    #[must_use]
    pub fn with_sent_form(&self, mark: Option<String>) -> Self {
        Self { sent_form: mark.map(Into::into), ..self.clone() }
    }

    /// The identifier of the record that the caller's form has created already. `None` if it has created
    /// none. In the transaction that creates the record, call it after a lock for which the form that is sent
    /// again waits.
    pub(crate) async fn find_created<T: FromStr>(&self, conn: impl Conn) -> Result<Option<T>> {
        let Some(mark) = &self.sent_form else { return Ok(None) };
        let created = sent_forms::find_created(conn, mark).await?;
        Ok(created.and_then(|id| id.parse().ok()))
    }

    /// Notes which record the caller's form has created.
    pub(crate) async fn note_created(&self, tx: &mut Tx, id: &str) -> Result<()> {
        let Some(mark) = &self.sent_form else { return Ok(()) };
        Ok(sent_forms::put(tx, mark, id, self.now).await?)
    }
}

//! A table of members: who is in it is added to an organization or changed, all or nobody
//! (docs/rules/organizations.md#rule-1).
//!
//! A row is matched with a member by its user name, or else by name and birth date. Importing the same table
//! again changes nothing.

mod plan;
mod row;
mod write;

pub use row::{COLUMNS, NEEDED, Row};

use std::collections::HashMap;

use crate::context::Context;
use crate::error::{Error, Fault, Result};
use crate::keys::ErrorKey;
use crate::organizations::{held, named};
use crate::values::{NewPassword, generated_password};
use plan::{Action, Plan};

/// Rows of one table. What is larger is imported in parts.
pub const MAX_ROWS: usize = 50_000;

/// How a table is imported.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// Says what would happen, and changes nothing.
    pub dry_run: bool,
    /// Generates a password for each row that needs one and has none.
    pub generate_passwords: bool,
}

/// What becomes of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A new member.
    Created,
    /// A member whose columns of these names change.
    Changed(Vec<&'static str>),
    /// A member who is as the row says.
    Unchanged,
    /// A row with faults: nothing is imported.
    Refused(Vec<Fault>),
}

/// A password that was generated.
#[derive(Debug, Clone)]
pub struct Generated {
    /// The user name.
    pub username: String,
    /// The password, which must be changed at the first sign-in.
    pub password: NewPassword,
}

/// What became of a table.
#[derive(Debug)]
pub struct Imported {
    /// Each row's line and what becomes of it, in the order of the table.
    pub rows: Vec<(u64, Outcome)>,
    /// Passwords that were generated. Empty unless the table was written.
    pub generated: Vec<Generated>,
    /// Whether it was written: not if it is a dry run, or a row was refused.
    pub written: bool,
}

/// A password before it is written.
struct Prepared {
    hash: String,
    /// The password, if it was generated.
    generated: Option<NewPassword>,
}

/// Imports a table of members of an organization in one transaction: all rows or none. The number of
/// statements grows with every few hundred rows. Whose disabilities are compared is written down, as for
/// every reader of them.
///
/// # Errors
/// `ORGANIZATION_NOT_FOUND`. Faults of rows are part of the result.
pub async fn import(
    cx: &mut Context<'_>,
    organization: &str,
    rows: &[Row],
    options: Options,
) -> Result<Imported> {
    // Before passwords are hashed, which is slow: what does not exist needs no hash.
    named(cx, organization).await?;
    let mut passwords: HashMap<usize, Prepared> = HashMap::new();
    loop {
        let mut tx = cx.db.begin().await?;
        let found = held(cx.actor, &mut tx, organization).await?;
        let known = store::members::with_proofs(&mut tx, &found.id).await?;
        let logins: Vec<&str> = rows.iter().filter_map(Row::username).collect();
        let logins = store::accounts::by_logins(&mut tx, &logins).await?;
        let plan = Plan::make(cx, &found, &known, &logins, rows, options.generate_passwords);
        if plan.refuses() || options.dry_run {
            tx.rollback().await?;
            cx.reads(&plan.compared()).await?;
            return Ok(Imported { rows: plan.outcomes(rows), generated: Vec::new(), written: false });
        }
        let missing: Vec<usize> = plan.signing_in().filter(|row| !passwords.contains_key(row)).collect();
        if missing.is_empty() {
            write::write(&mut tx, &plan, &passwords, cx.now).await.map_err(taken_meanwhile)?;
            tx.commit().await?;
            cx.reads(&plan.compared()).await?;
            let generated = plan.signing_in().filter_map(|row| {
                let password = passwords.remove(&row)?.generated?;
                Some(Generated { username: rows[row].username()?.to_owned(), password })
            });
            let generated = generated.collect();
            return Ok(Imported { rows: plan.outcomes(rows), generated, written: true });
        }
        // Hashed outside of the transaction: it is slow, and SQLite has one writer. Then the table is
        // compared again.
        tx.rollback().await?;
        for row in missing {
            passwords.insert(row, prepare(cx, &rows[row]).await?);
        }
    }
}

async fn prepare(cx: &mut Context<'_>, row: &Row) -> Result<Prepared> {
    let generated = row.password().is_none().then(|| generated_password(&mut cx.rng));
    let password = row.password().or(generated.as_ref());
    let hash = cx.hash(password).await?.ok_or(ErrorKey::InvalidPassword)?;
    Ok(Prepared { hash, generated })
}

/// A user name was taken by somebody else while this table was written.
fn taken_meanwhile(error: store::StoreError) -> Error {
    crate::accounts::taken(error)
}

impl Plan {
    /// What becomes of each row.
    fn outcomes(&self, rows: &[Row]) -> Vec<(u64, Outcome)> {
        let outcome = |action: &Action| match action {
            Action::Create(_) => Outcome::Created,
            Action::Change(change) => Outcome::Changed(change.columns.clone()),
            Action::Keep(_) => Outcome::Unchanged,
            Action::Refuse(faults) => Outcome::Refused(faults.clone()),
        };
        rows.iter().zip(&self.actions).map(|(row, action)| (row.line, outcome(action))).collect()
    }
}

//! The plans by which SQLite carries statements out. It has no statistics, so they are the same for every
//! size of a library.

use std::future::Future;

use crate::recording::record_statements;
use crate::{Conn, Db, Sql};

#[derive(Debug, Clone)]
pub struct StatementPlan {
    pub text: String,
    /// As `EXPLAIN QUERY PLAN` writes them.
    pub steps: Vec<String>,
}

impl StatementPlan {
    /// Steps that read a table or an index from its beginning to its end. Steps about subqueries, with these
    /// names or without a name, and about these indexes, which contain little, do not count.
    #[must_use]
    pub fn list_whole_reads(&self, subqueries: &[&str], small_indexes: &[&str]) -> Vec<&str> {
        let is_whole = |step: &&str| {
            step.strip_prefix("SCAN ").is_some_and(|what| {
                let (name, index) = what.split_once(' ').unwrap_or((what, ""));
                let index = index.rsplit(' ').next().unwrap_or_default();
                let is_subquery = index.is_empty() && subqueries.contains(&name);
                let is_unnamed = what.starts_with("(subquery") || what.contains("CONSTANT ROW");
                !is_subquery && !is_unnamed && !small_indexes.contains(&index)
            })
        };
        self.steps.iter().map(String::as_str).filter(is_whole).collect()
    }

    /// Returns true if rows are sorted or gathered before the first one is returned.
    #[must_use]
    pub fn has_sort(&self) -> bool {
        self.steps.iter().any(|step| step.contains("TEMP B-TREE"))
    }
}

/// Runs functions of the store on SQLite, and returns the plans of the statements that they sent.
///
/// # Panics
/// SQLite does not explain a statement.
pub async fn explain<F: Future>(mut db: &Db, work: F) -> Vec<StatementPlan> {
    let (_, texts) = record_statements(work).await;
    let mut plans = Vec::new();
    for text in texts {
        let statement = Sql::new(format!("EXPLAIN QUERY PLAN {text}"));
        let rows = db.fetch_all::<(i64, i64, i64, String)>(statement).await.expect("SQLite explains it");
        plans.push(StatementPlan { text, steps: rows.into_iter().map(|(_, _, _, step)| step).collect() });
    }
    plans
}

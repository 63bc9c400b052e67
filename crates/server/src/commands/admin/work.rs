//! `openshelf admin work`: what waits for membership staff.

use clap::Subcommand;
use domain::dates::utc_date;
use domain::work::WorkKind;
use jiff::civil::Date;
use services::Operation;
use services::work::{self, WorkEntry, WorkSummary};

/// What waits for membership staff.
#[derive(Debug, Subcommand)]
pub enum Work {
    /// List each kind of work with its number and the oldest item, then the items by due date
    List {
        /// Only this kind
        #[arg(long)]
        kind: Option<WorkKind>,
        /// Number of items
        #[arg(long, default_value_t = 100)]
        limit: usize,
    },
}

pub async fn run(command: Work, op: &Operation) -> anyhow::Result<()> {
    let Work::List { kind, limit } = command;
    let mut left = limit;
    let mut after = None;
    loop {
        let is_first = after.is_none();
        let page = work::list_work(op, kind, after).await?;
        if is_first {
            print_summaries(&page.summaries, kind);
        }
        for entry in page.entries.iter().take(left) {
            print_entry(entry, op.today());
        }
        left = left.saturating_sub(page.entries.len());
        let Some(next) = page.next.filter(|_| left > 0) else { return Ok(()) };
        after = Some(next);
    }
}

fn print_summaries(summaries: &[WorkSummary], kind: Option<WorkKind>) {
    for summary in summaries.iter().filter(|summary| kind.is_none_or(|kind| kind == summary.kind)) {
        let since = summary.oldest.map(|at| format!("  since {}", utc_date(at))).unwrap_or_default();
        println!("{:<24} {:>6}{since}", summary.kind, summary.count);
    }
    println!();
}

fn print_entry(entry: &WorkEntry, today: Date) {
    let item = &entry.item;
    let state = if entry.due < today { "late" } else { "" };
    let claim = entry.claim.as_ref();
    let holder = claim.map(|claim| format!("  taken by {} until {:.0}", claim.holder_name, claim.expires));
    let need = if entry.needs_subscription { "  needs a subscription" } else { "" };
    println!(
        "{}  {state:<4}  {:<24} {:<24} {}  since {}{need}{}",
        entry.due,
        item.kind,
        item.subject,
        item.name,
        utc_date(item.since),
        holder.unwrap_or_default(),
    );
}

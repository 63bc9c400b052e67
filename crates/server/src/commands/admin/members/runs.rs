//! `openshelf admin members runs` and `openshelf admin members undo`: changes of many members, and undoing
//! them.

use anyhow::bail;
use api::http::fields::parameter_name;
use clap::Args;
use domain::{OrganizationId, RosterRunId};
use services::organizations::find_managed;
use services::roster_runs::{
    self, KeptReason, MAX_SHOWN_PEOPLE, MemberField, RosterRun, RunPerson, undo_days_left,
};
use services::{Field, Operation, PageRequest};

/// Runs of an organization.
#[derive(Debug, Args)]
pub struct ListRuns {
    /// Identifier of the organization
    #[arg(long)]
    organization: String,
    /// Number of runs
    #[arg(long, default_value_t = 100)]
    limit: u32,
}

/// One run.
#[derive(Debug, Args)]
pub struct UndoRun {
    /// Identifier of the run, as `openshelf admin members runs` lists it
    run: String,
    /// Identifier of the organization
    #[arg(long)]
    organization: String,
    /// Report what undoing would do, and change nothing
    #[arg(long)]
    dry_run: bool,
}

/// Lists the runs of an organization.
pub async fn list(args: ListRuns, op: &Operation) -> anyhow::Result<()> {
    let organization = find_managed(op, &args.organization).await?;
    // A page holds one run less than the statement reads.
    let limit = args.limit.saturating_add(1);
    let part = PageRequest { sort: (), descending: true, after: None, backward: false, limit };
    let runs = roster_runs::list(op, &organization.id, part).await?;
    for run in &runs.items {
        println!("{}", describe_run(run, undo_days_left(run.made, op.now)));
    }
    Ok(())
}

fn describe_run(run: &RosterRun, days_left: i64) -> String {
    let state = match &run.undone {
        Some(undone) => {
            format!("undone {:.0} by {}", undone.at, undone.by.as_deref().unwrap_or("the operator"))
        }
        None if days_left > 0 => format!("days left to undo it: {days_left}"),
        None => "too old to be undone".to_owned(),
    };
    format!(
        "{}  {:.0}  {:<9}  created {}, changed {}, removed {}  {}  by {}  {state}",
        run.id,
        run.made,
        run.kind.as_str(),
        run.created,
        run.changed,
        run.removed,
        run.file_name.as_deref().unwrap_or("-"),
        run.made_by.as_deref().unwrap_or("the operator"),
    )
}

/// Undoes a run, and reports what stayed unchanged.
pub async fn undo(args: UndoRun, op: &Operation) -> anyhow::Result<()> {
    let organization = find_managed(op, &args.organization).await?;
    let run = RosterRunId::from(args.run);
    if args.dry_run {
        return preview(op, &organization.id, &run).await;
    }
    let result = roster_runs::undo(op, &organization.id, &run).await?;
    for kept in &result.kept {
        println!("kept {} ({}): {}", kept.account, kept.name, describe_reasons(&kept.reasons));
    }
    println!(
        "changed back {}, restored {}, removed again {}, kept in part or in whole {}",
        result.changed,
        result.restored,
        result.removed,
        result.kept.len()
    );
    if let Some(removal) = &result.removal {
        println!("run {removal}: the members who were removed again");
    }
    Ok(())
}

/// Reports what undoing a run would do now, and what would stay unchanged.
async fn preview(op: &Operation, organization: &OrganizationId, run: &RosterRunId) -> anyhow::Result<()> {
    let view = roster_runs::get(op, organization, run).await?;
    println!("{}", describe_run(&view.run, undo_days_left(view.run.made, op.now)));
    let Some(preview) = view.preview else { bail!("the run cannot be undone any more") };
    let kept: Vec<&RunPerson> = view.people.iter().filter(|person| !person.kept.is_empty()).collect();
    for person in &kept {
        println!("would keep {} ({}): {}", person.account, person.name, describe_reasons(&person.kept));
    }
    // Only the first people of a run are read with their names.
    if preview.kept > kept.len() as u64 {
        println!("others that would be kept are not among the first {MAX_SHOWN_PEOPLE} members of the run");
    }
    println!(
        "would change back {}, restore {}, remove again {}, keep in part or in whole {}",
        preview.changed, preview.restored, preview.removed, preview.kept
    );
    println!("Nothing was undone: this was a dry run.");
    Ok(())
}

fn describe_reasons(reasons: &[KeptReason]) -> String {
    reasons.iter().map(describe_reason).collect::<Vec<_>>().join("; ")
}

fn describe_reason(reason: &KeptReason) -> String {
    match reason {
        KeptReason::Edited(fields) => {
            let fields: Vec<&str> = fields.iter().map(|field| field_name(*field)).collect();
            format!("edited since: {}", fields.join(", "))
        }
        KeptReason::Active => "has read or downloaded since".to_owned(),
        KeptReason::OtherRole => "is not only a member any more".to_owned(),
        KeptReason::Left => "is not a member any more".to_owned(),
        KeptReason::MemberAgain => "is a member again, of this organization or another one".to_owned(),
        KeptReason::Closed => "the account is closed".to_owned(),
        KeptReason::UsernameTaken => "the user name or email address is taken".to_owned(),
        KeptReason::SourcedIdTaken => "another member has the identifier of the school's system".to_owned(),
    }
}

/// The field by the name of its column or parameter. Nothing in the interface is called after groups.
fn field_name(field: MemberField) -> &'static str {
    parameter_name(match field {
        MemberField::FirstName => Field::FirstName,
        MemberField::LastName => Field::LastName,
        MemberField::DateOfBirth => Field::DateOfBirth,
        MemberField::Grade => Field::Grade,
        MemberField::Plans => Field::DisabilityPlan,
        MemberField::SafeSearch => Field::SafeSearch,
        MemberField::AllowSearchDownloads => Field::AllowSearchDownloads,
        MemberField::RosterTag => Field::RosterTagId,
        MemberField::Username => Field::Username,
        MemberField::SourcedId => Field::SourcedId,
        MemberField::Disabilities => Field::DisabilityType,
        MemberField::Groups => return "groups",
    })
}

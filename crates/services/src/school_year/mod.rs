//! A new school year: every member of the sponsor's organization goes one grade up, and those who were in the
//! last one leave. What it would do is shown first, and it is done in one transaction, all or nothing
//! (docs/rules/organizations.md#rule-16).

mod plan;
mod write;

pub use plan::{GradeGroup, GradeStep};

use domain::roster_runs::RosterRunKind;
use domain::{RosterRunId, wire_enum};
use store::roster_runs::RosterRun;

use crate::members::{MemberSearch, MemberSelection};
use crate::roles::lock_organization;
use crate::values::Grade;
use crate::{Operation, Result};
use plan::YearPlan;

/// Maximum number of names of leavers that a preview lists.
pub const MAX_LISTED_LEAVERS: usize = 100;

wire_enum! {
    /// The fate of members who have finished the last grade.
    #[derive(Default)]
    pub enum LeaverFate {
        /// They stay members, in the grade that they have.
        #[default]
        Keep = "keep",
        /// They are removed, which can be undone like the rest.
        Remove = "remove",
    }
}

wire_enum! {
    /// The fate of members in grades without a next one, such as years of college and British levels.
    #[derive(Default)]
    pub enum OtherGradeFate {
        #[default]
        Stay = "stay",
        /// They are leavers like those in the last grade.
        Leave = "leave",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YearChoices {
    /// The last grade of the school. Who is in it leaves; so does everybody in the last grade of all schools.
    pub last_grade: Grade,
    pub leavers: LeaverFate,
    pub other_grades: OtherGradeFate,
}

/// The effect of a new school year, before it is done.
#[derive(Debug, Clone)]
pub struct YearPreview {
    /// Those who go one grade up, by the grade in which they are, in the order of school years.
    pub steps: Vec<GradeStep>,
    /// Number of those who leave.
    pub leavers: usize,
    /// Their names, by family name: at most [`MAX_LISTED_LEAVERS`].
    pub leaver_names: Vec<String>,
    /// Those who stay as they are though they do not leave, by their grades.
    pub unchanged: Vec<GradeGroup>,
    /// True if it changes somebody, and can be confirmed.
    pub can_be_confirmed: bool,
    /// Identifies what was shown: other choices, or another effect, have another digest.
    pub digest: String,
    /// The last new school year of the organization that was not undone.
    pub previous: Option<RosterRun>,
}

#[derive(Debug)]
pub enum YearResult {
    /// It was done as it was shown. The run undoes it; `None` if nobody changed.
    Finished(Option<RosterRunId>),
    /// Nothing was done: what it would do has changed since it was shown, to this.
    Outdated(Box<YearPreview>),
}

/// The members of the organization: all of them.
fn select_everybody() -> MemberSelection<'static> {
    MemberSelection::Filtered(MemberSearch::default())
}

/// Shows what a new school year would do. Nobody's disabilities are read.
///
/// # Errors
/// `NOT_SPONSOR`; `INVALID_PARAMETER` for an organization of more than
/// [`MAX_SELECTED_MEMBERS`](crate::members::MAX_SELECTED_MEMBERS).
pub async fn preview(op: &Operation, choices: &YearChoices) -> Result<YearPreview> {
    op.require_member_manager()?;
    let everybody = select_everybody();
    let members = everybody.prepare(op).await?.find_members(op).await?;
    let plan = YearPlan::new(choices, members.accounts);
    Ok(plan.into_preview(find_previous(op).await?))
}

/// Does what the preview with that digest has shown, in one transaction and as one run. If it would do
/// something else by now, it does nothing and returns the new preview. The number of statements grows with
/// every few hundred people.
///
/// # Errors
/// Those of [`preview`].
pub async fn apply(op: &Operation, choices: &YearChoices, digest: &str) -> Result<YearResult> {
    let organization = op.require_member_manager()?;
    let everybody = select_everybody();
    let selection = everybody.prepare(op).await?;
    let mut tx = op.db().begin().await?;
    lock_organization(&mut tx, organization).await?;
    let members = selection.lock_members(op, &mut tx).await?;
    let plan = YearPlan::new(choices, members.accounts);
    if !plan.is_confirmed_by(digest) {
        tx.rollback().await?;
        let preview = plan.into_preview(find_previous(op).await?);
        return Ok(YearResult::Outdated(Box::new(preview)));
    }
    let run = write::write_plan(op, &mut tx, plan).await?;
    tx.commit().await?;
    tracing::info!(by = op.log_name(), "a new school year");
    Ok(YearResult::Finished(run))
}

/// The last new school year of the organization that was not undone.
async fn find_previous(op: &Operation) -> Result<Option<RosterRun>> {
    let organization = &op.require_member_manager()?.id;
    Ok(store::roster_runs::find_latest(op.db(), organization, RosterRunKind::SchoolYear).await?)
}

//! Moves of many titles to another status: what a move would do is shown first, and it is accepted for all of
//! them in one transaction (docs/rules/titles.md#rule-15).

mod plan;

use domain::{AuditSubject, TitleId, TitleStatus};
use jobs::title_updates::{BulkMove, request_moves};
use store::titles::TitleUsage;

use crate::catalog::{self, TitleNeed};
use crate::collection_desk::usage_start;
use crate::titles::{Query, audited_act_of_move};
use crate::{Operation, Result};
use plan::MovePlan;

pub use plan::{MoveCounts, MoveRefusal};

pub const MAX_MOVED_TITLES: usize = 1_000;
pub const MAX_LISTED_TITLES: usize = 100;

/// The titles that a move is meant for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TitleSelection {
    /// Titles that were chosen one by one; at most [`MAX_MOVED_TITLES`] are considered.
    Chosen(Vec<TitleId>),
    /// All that a search finds among the titles that the staff member manages.
    Search(Box<Query>, Option<TitleNeed>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulkMoveRequest {
    pub selection: TitleSelection,
    pub to: TitleStatus,
    pub comment: Option<String>,
}

/// What a move would do.
#[derive(Debug, Clone)]
pub struct MovePreview {
    /// Titles of the selection, also those beyond [`MAX_MOVED_TITLES`].
    pub selected: u64,
    pub counts: MoveCounts,
    /// Numbers and names of the titles that move, in the order of the selection: at most
    /// [`MAX_LISTED_TITLES`].
    pub titles: Vec<(TitleId, String)>,
    /// The use of all of them by readers.
    pub usage: TitleUsage,
    /// Identifies what was shown: another selection, or another effect, has another digest.
    pub digest: String,
    /// True if the search finds more titles than are moved together. Nothing is done then.
    pub is_too_large: bool,
}

impl MovePreview {
    /// Returns true if the move changes some title, and can be confirmed.
    pub fn can_be_confirmed(&self) -> bool {
        self.counts.moving > 0 && !self.is_too_large
    }
}

#[derive(Debug)]
pub enum BulkMoveResult {
    /// The moves are accepted, and will be applied.
    Accepted(MoveCounts),
    /// Nothing was done: what the move would do has changed since it was shown, to this.
    Outdated(MovePreview),
}

/// What a move of several titles would do: as many statements for many titles as for a few hundred.
///
/// # Errors
/// `FORBIDDEN` for all but collection staff; those of [`catalog::search`].
pub async fn preview(op: &Operation, request: &BulkMoveRequest) -> Result<MovePreview> {
    op.require_collection_staff()?;
    let selected = select_titles(op, &request.selection).await?;
    let plan = MovePlan::compare(op, op.db(), request.to, &selected.ids).await?;
    to_preview(op, &plan, &selected).await
}

/// Accepts the moves that a preview with this digest has shown, in one transaction. If the move would do
/// something else by now, it does nothing and returns the new preview.
///
/// # Errors
/// Those of [`preview`].
pub async fn apply(op: &Operation, request: &BulkMoveRequest, digest: &str) -> Result<BulkMoveResult> {
    op.require_collection_staff()?;
    let selected = select_titles(op, &request.selection).await?;
    let mut tx = op.db().begin().await?;
    store::titles::lock_many(&mut tx, &selected.ids).await?;
    let plan = MovePlan::compare(op, &mut tx, request.to, &selected.ids).await?;
    let counts = plan.count();
    if plan.digest() != digest || selected.is_cut() || counts.moving == 0 {
        tx.rollback().await?;
        return Ok(BulkMoveResult::Outdated(to_preview(op, &plan, &selected).await?));
    }
    let titles = plan.list_moving();
    let subjects = titles.iter().copied().map(AuditSubject::Title);
    op.record_changes(&mut tx, audited_act_of_move(request.to), subjects).await?;
    let person = op.account()?.display_name();
    let comment = request.comment.as_deref();
    let moves = BulkMove { titles: &titles, to: request.to, person: &person, comment };
    request_moves(&mut tx, &moves, op.account_id()?, op.now).await?;
    tx.commit().await?;
    tracing::info!(by = op.log_name(), to = %request.to, moved = titles.len(), "a move of titles");
    Ok(BulkMoveResult::Accepted(counts))
}

struct SelectedTitles {
    /// At most [`MAX_MOVED_TITLES`].
    ids: Vec<TitleId>,
    total: u64,
}

impl SelectedTitles {
    /// Returns true if there are too many.
    fn is_cut(&self) -> bool {
        self.total > self.ids.len() as u64
    }
}

async fn select_titles(op: &Operation, selection: &TitleSelection) -> Result<SelectedTitles> {
    match selection {
        TitleSelection::Chosen(ids) => {
            let mut ids = ids.clone();
            ids.truncate(MAX_MOVED_TITLES);
            Ok(SelectedTitles { total: ids.len() as u64, ids })
        }
        TitleSelection::Search(query, need) => {
            let (ids, total) = catalog::find_ids(op, (**query).clone(), *need, MAX_MOVED_TITLES).await?;
            Ok(SelectedTitles { ids, total })
        }
    }
}

async fn to_preview(op: &Operation, plan: &MovePlan, selected: &SelectedTitles) -> Result<MovePreview> {
    let usage = store::titles::count_usage(op.db(), &plan.list_moving(), usage_start(op)).await?;
    Ok(MovePreview {
        selected: selected.total,
        counts: plan.count(),
        titles: plan.list_names(MAX_LISTED_TITLES),
        usage,
        digest: plan.digest(),
        is_too_large: selected.is_cut(),
    })
}

//! The effects of a move on each title, compared with the stored data.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use domain::access::{NotMoved, may_move};
use domain::{Title, TitleId, TitleStatus};
use jobs::title_updates::foresee_titles;
use store::Conn;

use crate::{Operation, Result};

/// Why a title is not moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveRefusal {
    /// No move leads from its status to the new one.
    NoSuchMove(TitleStatus),
    /// Too many words are missing, and nobody has acknowledged the report.
    OpenReport,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TitleOutcome {
    Move,
    /// The title has the status already, or will have it.
    Keep,
    Refuse(MoveRefusal),
}

/// Numbers of the titles that a move is meant for, by outcome.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MoveCounts {
    pub moving: usize,
    /// Those that have the status already.
    pub unchanged: usize,
    /// Those that do not move, by the reason.
    pub refused: Vec<(MoveRefusal, usize)>,
    /// Titles that do not exist any more, or that the staff member does not manage.
    pub gone: usize,
}

pub(super) struct MovePlan {
    to: TitleStatus,
    titles: Vec<(Title, TitleOutcome)>,
    gone: usize,
}

impl MovePlan {
    /// Compares a move with the titles as they will be once everything accepted before has been applied.
    pub(super) async fn compare(
        op: &Operation,
        mut conn: impl Conn,
        to: TitleStatus,
        ids: &[TitleId],
    ) -> Result<Self> {
        let found = foresee_titles(&mut conn, ids).await?;
        let blocked = if to == TitleStatus::Live {
            store::conversion_reports::find_blocked(&mut conn, ids).await?
        } else {
            HashSet::new()
        };
        let mut plan = Self { to, titles: Vec::with_capacity(found.len()), gone: ids.len() - found.len() };
        for title in found {
            match decide_move(op, &title, to, blocked.contains(&title.id)) {
                Some(outcome) => plan.titles.push((title, outcome)),
                None => plan.gone += 1,
            }
        }
        Ok(plan)
    }

    /// The titles that move, in the order of the selection.
    pub(super) fn list_moving(&self) -> Vec<TitleId> {
        self.moving_titles().map(|title| title.id).collect()
    }

    /// Numbers and names of the first titles that move.
    pub(super) fn list_names(&self, limit: usize) -> Vec<(TitleId, String)> {
        self.moving_titles().take(limit).map(|title| (title.id, title.metadata.title.clone())).collect()
    }

    fn moving_titles(&self) -> impl Iterator<Item = &Title> {
        let moving = self.titles.iter().filter(|(_, outcome)| *outcome == TitleOutcome::Move);
        moving.map(|(title, _)| title)
    }

    pub(super) fn count(&self) -> MoveCounts {
        let count = |wanted| self.titles.iter().filter(|(_, outcome)| *outcome == wanted).count();
        let mut refused: BTreeMap<MoveRefusal, usize> = BTreeMap::new();
        for (_, outcome) in &self.titles {
            if let TitleOutcome::Refuse(reason) = outcome {
                *refused.entry(*reason).or_default() += 1;
            }
        }
        MoveCounts {
            moving: count(TitleOutcome::Move),
            unchanged: count(TitleOutcome::Keep),
            refused: refused.into_iter().collect(),
            gone: self.gone,
        }
    }

    /// Identifies the outcomes, in whatever order the titles are.
    pub(super) fn digest(&self) -> String {
        let mut outcomes: Vec<_> = self.titles.iter().map(|(title, outcome)| (title.id, outcome)).collect();
        outcomes.sort_unstable_by_key(|(id, _)| *id);
        let mut text = format!("{} {}\n", self.to, self.gone);
        for (id, outcome) in outcomes {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{id} {outcome:?}");
        }
        secrets::hash_token(&text)
    }
}

/// The outcome for a title. `None` if the staff member does not manage it.
fn decide_move(op: &Operation, title: &Title, to: TitleStatus, is_blocked: bool) -> Option<TitleOutcome> {
    if title.owner.is_some() {
        return None;
    }
    match may_move(title, &op.access_caller(), &op.site.id, to) {
        Err(NotMoved::Unseen | NotMoved::NotManaged) => None,
        Err(NotMoved::NoSuchMove) if title.status == to => Some(TitleOutcome::Keep),
        Err(NotMoved::NoSuchMove) => Some(TitleOutcome::Refuse(MoveRefusal::NoSuchMove(title.status))),
        Ok(()) if is_blocked => Some(TitleOutcome::Refuse(MoveRefusal::OpenReport)),
        Ok(()) => Some(TitleOutcome::Move),
    }
}

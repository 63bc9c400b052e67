//! The states of titles: which move leads from which to which, and what a move brings (spec 4, 4.6).

use jiff::Timestamp;

use super::TitleStatus as S;
use super::{Title, TitleStatus};
use crate::formats::{Format, FormatStatus};
use crate::history::HistoryAction;
use crate::ids::TitleId;

/// The moves of the contract, in its order; any title but a live one may be removed besides.
const MOVES: [(S, S); 14] = [
    (S::New, S::BeingEdited),
    (S::UserSubmitted, S::BeingEdited),
    (S::PublisherSubmitted, S::BeingEdited),
    (S::BeingEdited, S::Validated),
    (S::Validated, S::Converted),
    (S::Converted, S::Live),
    (S::UserSubmitted, S::ProofreadValid),
    (S::UserSubmitted, S::ProofreadRejected),
    (S::ProofreadValid, S::Validated),
    (S::ProofreadRejected, S::BeingEdited),
    (S::Live, S::Withdrawn),
    (S::Withdrawn, S::Live),
    (S::Live, S::Reprocess),
    (S::Reprocess, S::Converted),
];

impl TitleStatus {
    /// Whether a title in this status may be moved to `to`; anything else is 409 `INVALID_TRANSITION`.
    pub fn can_become(self, to: Self) -> bool {
        let removed = to == S::Removed && !matches!(self, S::Live | S::Removed);
        removed || MOVES.contains(&(self, to))
    }

    /// The statuses that a title in this status may be moved to, in the order of the specification.
    pub fn next(self) -> impl Iterator<Item = Self> {
        <Self as crate::wire::WireEnum>::ALL.iter().copied().filter(move |to| self.can_become(*to))
    }
}

/// A title after a move.
#[derive(Debug, Clone, PartialEq)]
pub struct Moved {
    /// The title as it is then.
    pub title: Title,
    /// What its history calls the move.
    pub action: HistoryAction,
    /// Formats that the move has made.
    pub made: Vec<Format>,
}

impl Title {
    /// The title in another status, with what the move brings. Whether it may go there is asked of
    /// [`TitleStatus::can_become`].
    ///
    /// `replacement` is the title that takes its place; without one, what was said before stays, but for a title that
    /// comes back.
    #[must_use]
    pub fn moved(&self, to: TitleStatus, replacement: Option<TitleId>, now: Timestamp) -> Moved {
        let mut title = self.clone();
        let mut made = Vec::new();
        title.status = to;
        title.dates.updated = now;
        title.metadata.replacement = replacement.or(self.metadata.replacement);
        let action = match to {
            S::Live => {
                title.publish(self.status, replacement, now);
                HistoryAction::Published
            }
            S::Withdrawn => {
                title.dates.withdrawn = Some(now);
                HistoryAction::Withdrawn
            }
            S::Reprocess => {
                title.turn(FormatStatus::Available, FormatStatus::Pending);
                HistoryAction::StatusChanged
            }
            S::Converted => {
                made = title.made(self.status == S::Reprocess);
                HistoryAction::StatusChanged
            }
            _ => HistoryAction::StatusChanged,
        };
        Moved { title, action, made }
    }

    /// From converted to live sets the date and opens the formats; a title that comes back keeps both, and takes its
    /// own place again.
    fn publish(&mut self, from: TitleStatus, replacement: Option<TitleId>, now: Timestamp) {
        self.dates.withdrawn = None;
        if from == S::Converted {
            self.dates.published = Some(now);
            self.turn(FormatStatus::Pending, FormatStatus::Available);
        } else {
            self.metadata.replacement = replacement;
        }
    }

    /// The formats that wait to be published. Those made a second time have a new version, so that no reader gets the
    /// copy of the first.
    fn made(&mut self, again: bool) -> Vec<Format> {
        let pending = self.artifacts.iter_mut().filter(|artifact| artifact.status == FormatStatus::Pending);
        pending
            .map(|artifact| {
                artifact.version += u32::from(again);
                artifact.format
            })
            .collect()
    }

    fn turn(&mut self, from: FormatStatus, to: FormatStatus) {
        for artifact in self.artifacts.iter_mut().filter(|artifact| artifact.status == from) {
            artifact.status = to;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{days_ago, now, title, with};
    use crate::wire::WireEnum as _;

    fn at(status: S) -> Title {
        with(title(), |title| title.status = status)
    }

    #[test]
    fn every_pair_of_states_is_as_the_contract_says() {
        // From, and where to: each line a sentence of 4.6.
        let table: [(S, &[S]); 12] = [
            (S::New, &[S::BeingEdited, S::Removed]),
            (S::UserSubmitted, &[S::BeingEdited, S::ProofreadValid, S::ProofreadRejected, S::Removed]),
            (S::PublisherSubmitted, &[S::BeingEdited, S::Removed]),
            (S::BeingEdited, &[S::Validated, S::Removed]),
            (S::Validated, &[S::Converted, S::Removed]),
            (S::Converted, &[S::Live, S::Removed]),
            (S::ProofreadValid, &[S::Validated, S::Removed]),
            (S::ProofreadRejected, &[S::BeingEdited, S::Removed]),
            (S::Live, &[S::Withdrawn, S::Reprocess]),
            (S::Withdrawn, &[S::Live, S::Removed]),
            (S::Reprocess, &[S::Converted, S::Removed]),
            (S::Removed, &[]),
        ];
        for from in S::ALL {
            let (_, next) = table.iter().find(|(state, _)| state == from).expect("every state has its line");
            for to in S::ALL {
                assert_eq!(from.can_become(*to), next.contains(to), "{from} -> {to}");
            }
            assert_eq!(from.next().count(), next.len(), "{from}");
        }
    }

    #[test]
    fn publishing_sets_the_date_and_opens_what_waits() {
        let converted = with(at(S::Converted), |title| {
            title.dates.published = None;
            title.artifacts[0].status = FormatStatus::Pending;
            title.artifacts[1].status = FormatStatus::Unavailable;
        });
        let live = converted.moved(S::Live, None, now());
        assert_eq!(live.action, HistoryAction::Published);
        assert_eq!(live.title.dates.published, Some(now()));
        let statuses: Vec<_> = live.title.artifacts.iter().map(|artifact| artifact.status).collect();
        assert_eq!(statuses, [FormatStatus::Available, FormatStatus::Unavailable]);
    }

    #[test]
    fn a_withdrawn_title_names_what_takes_its_place_until_it_comes_back() {
        let other = TitleId(7);
        let withdrawn = at(S::Live).moved(S::Withdrawn, Some(other), now());
        assert_eq!(
            (withdrawn.action, withdrawn.title.metadata.replacement),
            (HistoryAction::Withdrawn, Some(other))
        );
        assert_eq!(withdrawn.title.dates.withdrawn, Some(now()));
        assert_eq!(withdrawn.title.artifacts, title().artifacts);
        let back = withdrawn.title.moved(S::Live, None, now());
        assert_eq!((back.action, back.title.metadata.replacement), (HistoryAction::Published, None));
        assert_eq!((back.title.dates.published, back.title.dates.withdrawn), (Some(days_ago(300)), None));
        assert_eq!(back.title.artifacts, title().artifacts);
    }

    #[test]
    fn a_withdrawal_without_a_replacement_leaves_what_was_said() {
        let said = with(at(S::Live), |title| title.metadata.replacement = Some(TitleId(7)));
        assert_eq!(said.moved(S::Withdrawn, None, now()).title.metadata.replacement, Some(TitleId(7)));
    }

    #[test]
    fn a_title_made_again_is_closed_meanwhile_and_has_new_versions() {
        let statuses =
            |title: &Title| title.artifacts.iter().map(|a| (a.status, a.version)).collect::<Vec<_>>();
        let reprocess = at(S::Live).moved(S::Reprocess, None, now()).title;
        assert_eq!(statuses(&reprocess), [(FormatStatus::Pending, 1); 2]);
        let converted = reprocess.moved(S::Converted, None, now());
        assert_eq!(converted.made, [Format::Daisy, Format::Epub3]);
        assert_eq!(statuses(&converted.title), [(FormatStatus::Pending, 2); 2]);
        assert!(converted.title.was_live());
        let live = converted.title.moved(S::Live, None, now()).title;
        assert_eq!(statuses(&live), [(FormatStatus::Available, 2); 2]);
        // Formats made for the first time are of the first version.
        let first = with(at(S::Validated), |title| title.artifacts[0].status = FormatStatus::Pending);
        let converted = first.moved(S::Converted, None, now());
        assert_eq!(
            (converted.made.as_slice(), converted.title.artifacts[0].version),
            (&[Format::Daisy][..], 1)
        );
    }

    #[test]
    fn every_other_move_changes_the_status_and_the_date_alone() {
        for from in S::ALL {
            for to in
                from.next().filter(|to| !matches!(to, S::Live | S::Withdrawn | S::Reprocess | S::Converted))
            {
                let moved = at(*from).moved(to, None, now());
                let expected = with(at(to), |title| title.dates.updated = now());
                assert_eq!(
                    (moved.title, moved.action),
                    (expected, HistoryAction::StatusChanged),
                    "{from} -> {to}"
                );
            }
        }
    }
}

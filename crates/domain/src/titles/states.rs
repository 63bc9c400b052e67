//! The states of titles: which move leads from which to which, and what a move brings
//! (docs/rules/titles.md#rule-3).

use jiff::Timestamp;

use super::TitleStatus as S;
use super::{Title, TitleStatus};
use crate::{Format, FormatStatus, HistoryAction, TitleId};

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
    /// Returns true if a title in this status may be moved to `to`; anything else is 409
    /// `INVALID_TRANSITION`.
    pub fn can_become(self, to: Self) -> bool {
        let removed = to == S::Removed && !matches!(self, S::Live | S::Removed);
        removed || MOVES.contains(&(self, to))
    }

    /// The statuses that a title in this status may be moved to, in the order of the specification.
    pub fn next(self) -> impl Iterator<Item = Self> {
        <Self as crate::wire::WireEnum>::ALL.iter().copied().filter(move |to| self.can_become(*to))
    }
}

impl Title {
    /// The title in another status, with what the move brings, and what its history calls the move.
    /// [`TitleStatus::can_become`] decides if the move is allowed.
    ///
    /// `replacement` is the title that takes its place; without one, an earlier replacement stays, except for
    /// a title that is restored.
    pub fn move_to(
        &self,
        to: TitleStatus,
        replacement: Option<TitleId>,
        now: Timestamp,
    ) -> (Self, HistoryAction) {
        let mut title = self.clone();
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
                title.turn_formats(FormatStatus::Available, FormatStatus::Pending);
                HistoryAction::StatusChanged
            }
            S::Converted => {
                title.count_versions(self.status);
                HistoryAction::StatusChanged
            }
            _ => HistoryAction::StatusChanged,
        };
        (title, action)
    }

    /// Closes all formats of a title that was never published, until it is; it waits in this status.
    pub fn hold_back(&mut self, status: TitleStatus) {
        self.status = status;
        self.dates.published = None;
        self.turn_formats(FormatStatus::Available, FormatStatus::Pending);
    }

    /// The formats that wait to be made, or to be published.
    pub fn pending_formats(&self) -> impl Iterator<Item = Format> {
        self.artifacts.iter().filter(|a| a.status == FormatStatus::Pending).map(|a| a.format)
    }

    /// From converted to live sets the date and opens the formats; a title that comes back keeps both, and
    /// takes its own place again.
    fn publish(&mut self, from: TitleStatus, replacement: Option<TitleId>, now: Timestamp) {
        self.dates.withdrawn = None;
        if from == S::Converted {
            self.dates.published = Some(now);
            self.turn_formats(FormatStatus::Pending, FormatStatus::Available);
        } else {
            self.metadata.replacement = replacement;
        }
    }

    /// Formats made a second time have a new version, so that no reader gets the copy of the first.
    fn count_versions(&mut self, from: TitleStatus) {
        let again = u32::from(from == S::Reprocess);
        for artifact in self.artifacts.iter_mut().filter(|a| a.status == FormatStatus::Pending) {
            artifact.version += again;
        }
    }

    fn turn_formats(&mut self, from: FormatStatus, to: FormatStatus) {
        for artifact in self.artifacts.iter_mut().filter(|artifact| artifact.status == from) {
            artifact.status = to;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{days_ago, noon, title, with_change};
    use crate::wire::WireEnum as _;

    fn title_at(status: S) -> Title {
        with_change(title(), |title| title.status = status)
    }

    #[test]
    fn every_pair_of_states_is_as_the_contract_says() {
        // From, and where to: each line a sentence of docs/rules/titles.md#rule-2.
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
        let converted = with_change(title_at(S::Converted), |title| {
            title.dates.published = None;
            title.artifacts[0].status = FormatStatus::Pending;
            title.artifacts[1].status = FormatStatus::Unavailable;
        });
        let (live, action) = converted.move_to(S::Live, None, noon());
        assert_eq!(action, HistoryAction::Published);
        assert_eq!(live.dates.published, Some(noon()));
        let statuses: Vec<_> = live.artifacts.iter().map(|artifact| artifact.status).collect();
        assert_eq!(statuses, [FormatStatus::Available, FormatStatus::Unavailable]);
    }

    #[test]
    fn a_withdrawn_title_names_what_takes_its_place_until_it_comes_back() {
        let other = TitleId(7);
        let (withdrawn, action) = title_at(S::Live).move_to(S::Withdrawn, Some(other), noon());
        assert_eq!((action, withdrawn.metadata.replacement), (HistoryAction::Withdrawn, Some(other)));
        assert_eq!(withdrawn.dates.withdrawn, Some(noon()));
        assert_eq!(withdrawn.artifacts, title().artifacts);
        let (back, action) = withdrawn.move_to(S::Live, None, noon());
        assert_eq!((action, back.metadata.replacement), (HistoryAction::Published, None));
        assert_eq!((back.dates.published, back.dates.withdrawn), (Some(days_ago(300)), None));
        assert_eq!(back.artifacts, title().artifacts);
    }

    #[test]
    fn a_withdrawal_without_a_replacement_leaves_the_earlier_one() {
        let said = with_change(title_at(S::Live), |title| title.metadata.replacement = Some(TitleId(7)));
        assert_eq!(said.move_to(S::Withdrawn, None, noon()).0.metadata.replacement, Some(TitleId(7)));
    }

    #[test]
    fn a_title_made_again_is_closed_meanwhile_and_has_new_versions() {
        let statuses =
            |title: &Title| title.artifacts.iter().map(|a| (a.status, a.version)).collect::<Vec<_>>();
        let reprocess = title_at(S::Live).move_to(S::Reprocess, None, noon()).0;
        assert_eq!(statuses(&reprocess), [(FormatStatus::Pending, 1); 2]);
        let converted = reprocess.move_to(S::Converted, None, noon()).0;
        assert_eq!(converted.pending_formats().collect::<Vec<_>>(), [Format::Daisy, Format::Epub3]);
        assert_eq!(statuses(&converted), [(FormatStatus::Pending, 2); 2]);
        assert!(converted.was_live());
        let live = converted.move_to(S::Live, None, noon()).0;
        assert_eq!(statuses(&live), [(FormatStatus::Available, 2); 2]);
        // Formats made for the first time are of the first version.
        let first =
            with_change(title_at(S::Validated), |title| title.artifacts[0].status = FormatStatus::Pending);
        let converted = first.move_to(S::Converted, None, noon()).0;
        assert_eq!(converted.artifacts[0].version, 1);
    }

    #[test]
    fn every_other_move_changes_the_status_and_the_date_alone() {
        for from in S::ALL {
            for to in
                from.next().filter(|to| !matches!(to, S::Live | S::Withdrawn | S::Reprocess | S::Converted))
            {
                let moved = title_at(*from).move_to(to, None, noon());
                let expected = with_change(title_at(to), |title| title.dates.updated = noon());
                assert_eq!(moved, (expected, HistoryAction::StatusChanged), "{from} -> {to}");
            }
        }
    }
}

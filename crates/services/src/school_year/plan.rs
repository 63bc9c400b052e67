//! The effect of a new school year on each member: pure, so that it can be shown before it is done.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use domain::Account;
use domain::grades::{NextGrade, next_grade, sort_key};
use store::roster_runs::RosterRun;

use super::{LeaverFate, MAX_LISTED_LEAVERS, OtherGradeFate, YearChoices, YearPreview};
use crate::members::member_sort_key;

/// Members who go from one grade to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GradeStep {
    /// The code of the grade in which they are.
    pub from: String,
    /// The code of the grade in which they will be.
    pub to: &'static str,
    pub members: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GradeGroup {
    /// The code of the grade. `None` for members without one.
    pub grade: Option<String>,
    pub members: usize,
}

/// The effect of a new school year on one member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum YearOutcome {
    /// The member gets this grade.
    Rise(&'static str),
    /// The member has finished the last grade.
    Leave,
    Stay,
}

/// A new school year with its outcome for each member.
pub(super) struct YearPlan<'a> {
    pub(super) choices: &'a YearChoices,
    /// By identifier.
    pub(super) members: Vec<(Account, YearOutcome)>,
}

impl<'a> YearPlan<'a> {
    /// Applies the choices to all members of an organization.
    pub(super) fn new(choices: &'a YearChoices, accounts: Vec<Account>) -> Self {
        let plan_member = |account: Account| {
            let outcome = outcome_for(choices, member_grade(&account));
            (account, outcome)
        };
        Self { choices, members: accounts.into_iter().map(plan_member).collect() }
    }

    /// Returns true if this is the digest of a preview that showed the same.
    pub(super) fn is_confirmed_by(&self, digest: &str) -> bool {
        self.digest() == digest
    }

    /// The preview of the plan; `previous` is the school year before.
    pub(super) fn into_preview(self, previous: Option<RosterRun>) -> YearPreview {
        let mut steps = BTreeMap::new();
        let mut unchanged = BTreeMap::new();
        let mut leavers: Vec<&Account> = Vec::new();
        for (account, outcome) in &self.members {
            let grade = member_grade(account);
            // Members without a grade come last.
            let place = (grade.is_none(), grade.map(sort_key));
            match *outcome {
                YearOutcome::Rise(to) => {
                    let from = grade.unwrap_or_default().to_owned();
                    let step = steps.entry(place).or_insert(GradeStep { from, to, members: 0 });
                    step.members += 1;
                }
                YearOutcome::Leave => leavers.push(account),
                YearOutcome::Stay => {
                    let grade = grade.map(str::to_owned);
                    let group = unchanged.entry(place).or_insert(GradeGroup { grade, members: 0 });
                    group.members += 1;
                }
            }
        }
        leavers.sort_by_cached_key(|account| member_sort_key(account));
        let names = leavers.iter().take(MAX_LISTED_LEAVERS).map(|account| account.display_name());
        let leaver_names = names.collect();
        let removes_somebody = self.choices.leavers == LeaverFate::Remove && !leavers.is_empty();
        YearPreview {
            can_be_confirmed: !steps.is_empty() || removes_somebody,
            steps: steps.into_values().collect(),
            leavers: leavers.len(),
            leaver_names,
            unchanged: unchanged.into_values().collect(),
            digest: self.digest(),
            previous,
        }
    }

    /// Identifies the choices, the members, their grades, and what becomes of each. After a new school year
    /// every grade is another, so that a form that is sent twice does nothing the second time.
    fn digest(&self) -> String {
        let mut text = format!("{:?}\n", self.choices);
        for (account, outcome) in &self.members {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{} {:?} {outcome:?}", account.id, member_grade(account));
        }
        secrets::hash_token(&text)
    }
}

fn member_grade(account: &Account) -> Option<&str> {
    account.membership.as_ref()?.grade.as_deref()
}

fn outcome_for(choices: &YearChoices, grade: Option<&str>) -> YearOutcome {
    let Some(grade) = grade else { return YearOutcome::Stay };
    if grade == choices.last_grade.0 {
        return YearOutcome::Leave;
    }
    match (next_grade(grade), choices.other_grades) {
        (NextGrade::Grade(next), _) => YearOutcome::Rise(next),
        (NextGrade::Leaves, _) | (NextGrade::Unchanged, OtherGradeFate::Leave) => YearOutcome::Leave,
        (NextGrade::Unchanged, OtherGradeFate::Stay) => YearOutcome::Stay,
    }
}

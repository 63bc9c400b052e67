//! A new member, as sponsors and membership staff describe one (docs/rules/organizations.md#rule-4).

use std::collections::BTreeSet;

use domain::accounts::{Account, Membership, Role};
use domain::contributors::Name;
use domain::ids::AccountId;
use domain::organizations::Organization;
use domain::proofs::{DisabilityPlan, DisabilityType};
use jiff::Timestamp;
use jiff::civil::Date;

use crate::faults::{Faults, check_birth_date, missing_companion};
use crate::values::{Grade, NewPassword, ShortText, UserName};

#[derive(Debug, Clone, Default)]
pub struct NewMember {
    /// Given name; required.
    pub first_name: Option<ShortText>,
    /// Family name; required.
    pub last_name: Option<ShortText>,
    /// Birth date; required.
    pub date_of_birth: Option<Date>,
    /// Grade code; required.
    pub grade: Option<Grade>,
    /// Name to sign in by; without it the member cannot.
    pub username: Option<UserName>,
    /// Password, together with the user name.
    pub password: Option<NewPassword>,
    /// Disabilities that are verified.
    pub disability_type: BTreeSet<DisabilityType>,
    /// Plans of a pupil.
    pub disability_plan: BTreeSet<DisabilityPlan>,
}

/// A new member with everything needed.
#[derive(Debug, Clone)]
pub(super) struct CompleteMember {
    pub(super) name: Name,
    pub(super) date_of_birth: Date,
    pub(super) grade: String,
    pub(super) username: Option<String>,
    pub(super) password: Option<NewPassword>,
    pub(super) disabilities: BTreeSet<DisabilityType>,
    pub(super) plans: BTreeSet<DisabilityPlan>,
}

impl NewMember {
    /// Adds its faults; returns the member if everything needed was given.
    pub(super) fn into_complete(self, today: Date, faults: &mut Faults) -> Option<CompleteMember> {
        let first = faults.require("firstName", self.first_name);
        let last = faults.require("lastName", self.last_name);
        let born = faults.require("dateOfBirth", self.date_of_birth);
        let grade = faults.require("grade", self.grade);
        if let Some(born) = born {
            check_birth_date(born, today, faults);
        }
        // What cannot be read is not missing.
        let named = self.username.is_some() || faults.has_field("username");
        let locked = self.password.is_some() || faults.has_field("password");
        match (named, locked) {
            (true, false) => faults.push(missing_companion("password", "username")),
            (false, true) => faults.push(missing_companion("username", "password")),
            _ => {}
        }
        Some(CompleteMember {
            name: Name::new(first?.0, last?.0),
            date_of_birth: born?,
            grade: grade?.0,
            username: self.username.map(|name| name.0),
            password: self.password,
            disabilities: self.disability_type,
            plans: self.disability_plan,
        })
    }
}

impl CompleteMember {
    /// A member of the organization. Who comes without a password must choose one
    /// (docs/rules/organizations.md#rule-4).
    pub(super) fn into_account(self, id: AccountId, organization: &Organization, now: Timestamp) -> Account {
        let place = Membership {
            grade: Some(self.grade),
            plans: self.plans,
            ..Membership::new(organization.id.clone())
        };
        Account {
            name: self.name,
            date_of_birth: Some(self.date_of_birth),
            needs_new_password: self.password.is_none(),
            username: self.username,
            safe_search: organization.safe_search,
            membership: Some(place),
            ..Account::new(id, organization.site.clone(), Role::OrganizationMember, now)
        }
    }
}

//! A new member, as sponsors and membership staff describe one (docs/rules/organizations.md#rule-4).

use std::collections::BTreeSet;

use domain::{Account, AccountId, DisabilityPlan, DisabilityType, Membership, Name, Organization, Role};
use jiff::Timestamp;
use jiff::civil::Date;

use crate::values::{Grade, UserName};
use crate::{Faults, Field, NewPassword, RequiredField, ShortText, check_birth_date, missing_companion};

#[derive(Debug, Clone)]
pub struct NewMember {
    pub first_name: RequiredField<ShortText>,
    pub last_name: RequiredField<ShortText>,
    pub date_of_birth: RequiredField<Date>,
    pub grade: RequiredField<Grade>,
    /// Name to sign in by; without it the member cannot.
    pub username: Option<UserName>,
    /// Password, together with the user name.
    pub password: Option<NewPassword>,
    /// Disabilities that are verified.
    pub disability_type: BTreeSet<DisabilityType>,
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
        let born = self.date_of_birth.into_value();
        if let Some(born) = born {
            check_birth_date(born, today, faults);
        }
        // What cannot be read is not missing.
        let named = self.username.is_some() || faults.has_field(Field::Username);
        let locked = self.password.is_some() || faults.has_field(Field::Password);
        match (named, locked) {
            (true, false) => faults.push(missing_companion(Field::Password, Field::Username)),
            (false, true) => faults.push(missing_companion(Field::Username, Field::Password)),
            _ => {}
        }
        Some(CompleteMember {
            name: Name::new(self.first_name.into_value()?.0, self.last_name.into_value()?.0),
            date_of_birth: born?,
            grade: self.grade.into_value()?.0,
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

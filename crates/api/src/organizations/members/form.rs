//! A new member, as sponsors and membership staff describe one (documents 2 and 3; spec 4, 4.8).

use std::collections::BTreeSet;

use domain::accounts::{Account, Membership, Role};
use domain::contributors::Name;
use domain::ids::AccountId;
use domain::organizations::Organization;
use domain::proofs::{DisabilityPlan, DisabilityType};
use jiff::Timestamp;
use jiff::civil::Date;

use crate::http::faults::{birth_date, missing};
use crate::http::params::{Draft, FromParams, Required};
use crate::http::values::{Grade, NewPassword, OneOf, ShortText, UserName};
use crate::params;
use crate::state::Api;

params! {
    /// A new member.
    pub struct MemberForm {
        /// Given name.
        first_name: Required<ShortText>,
        /// Family name.
        last_name: Required<ShortText>,
        /// YYYY-MM-DD.
        date_of_birth: Required<Date>,
        /// Grade code: ONIX code list 77, in the United Kingdom BIC.
        grade: Required<Grade>,
        /// Name to sign in by; without it the member cannot.
        username: Option<UserName>,
        /// 8 to 32 characters, at least one letter and one number; together with username.
        password: Option<NewPassword>,
        /// Disabilities that are verified.
        disability_type: Vec<OneOf<DisabilityType>>,
        /// Plans of a pupil.
        disability_plan: Vec<OneOf<DisabilityPlan>>,
    }
}

impl MemberForm {
    /// Adds what is wrong with it beyond single values, also when others of the parameters are bad.
    pub fn judge<T: FromParams>(draft: &mut Draft<T>, today: Date) {
        if let Some(Required(born)) = draft.peek("dateOfBirth") {
            birth_date(born, today, &mut draft.faults);
        }
        match (draft.has("username"), draft.has("password")) {
            (true, false) => draft.faults.push(missing("password", "username")),
            (false, true) => draft.faults.push(missing("username", "password")),
            _ => {}
        }
    }

    /// The disabilities.
    pub fn disabilities(&self) -> BTreeSet<DisabilityType> {
        self.disability_type.iter().map(|kind| kind.0).collect()
    }

    /// A member of the organization. Who comes without a password must choose one (spec 4, 4.8).
    pub fn account(self, api: &Api, organization: &Organization, now: Timestamp) -> Account {
        let place = Membership {
            grade: Some(self.grade.0.0),
            plans: self.disability_plan.into_iter().map(|plan| plan.0).collect(),
            ..Membership::new(organization.id.clone())
        };
        let id = AccountId(store::random_id(&mut api.rng()));
        Account {
            name: Name::new(self.first_name.0.0, self.last_name.0.0),
            date_of_birth: Some(self.date_of_birth.0),
            needs_new_password: self.password.is_none(),
            username: self.username.map(|name| name.0),
            safe_search: organization.safe_search,
            membership: Some(place),
            ..Account::new(id, organization.site.clone(), Role::OrganizationMember, now)
        }
    }
}

//! Members, one at a time.

use std::collections::BTreeSet;

use domain::fixtures::account;
use domain::{Organization, Role};
use jiff::civil::date;
use services::members::{
    ChangeMember, MemberAddition, MemberAddress, NewMember, change, create, get, remove,
};
use services::{Change, Faults, Field};
use store::{Db, db_test};

use crate::world::{add_school, error_key, operator_context, read_required, read_value, user_context};

fn new_member_mia() -> NewMember {
    NewMember {
        first_name: read_required("Mia"),
        last_name: read_required("Berg"),
        date_of_birth: date(2014, 5, 1).into(),
        grade: read_required("6"),
        username: None,
        password: None,
        disability_type: BTreeSet::new(),
        disability_plan: BTreeSet::new(),
    }
}

async fn add_member(db: &Db, school: &Organization, member: NewMember) -> Result<String, services::Error> {
    add_faulty_member(db, school, member, Faults::default()).await
}

async fn add_faulty_member(
    db: &Db,
    school: &Organization,
    member: NewMember,
    faults: Faults,
) -> Result<String, services::Error> {
    let addition = MemberAddition { organization: school.id.as_str(), member, source: None };
    let made = create(&operator_context(db), addition, faults).await;
    made.map(|account| account.id.0)
}

db_test! {
    async fn a_member_is_added_changed_and_removed(db: Db) {
        let school = add_school(&db).await;
        let id = add_member(&db, &school, new_member_mia()).await.unwrap();
        let first = get(&operator_context(&db), &school.id, &id).await.unwrap().reader.account;
        assert!(first.needs_new_password && first.username.is_none());
        let form = ChangeMember {
            username: Change::Set(read_value("mia.berg").unwrap()),
            password: Change::Set(read_value("Mia-reads-2026").unwrap()),
            grade: read_value("7"),
            ..ChangeMember::default()
        };
        let mia = MemberAddress { organization: &school, who: &id };
        change(&operator_context(&db), mia, form, Faults::default()).await.unwrap();
        let changed = get(&operator_context(&db), &school.id, "MIA.berg").await.unwrap().reader.account;
        assert!(!changed.needs_new_password);
        assert_eq!(changed.membership.unwrap().grade.as_deref(), Some("7"));
        assert!(remove(&operator_context(&db), &school.id, "mia.berg").await.unwrap().deleted);
        assert_eq!(error_key(get(&operator_context(&db), &school.id, &id).await), "USER_NOT_FOUND");
    }

    async fn a_user_name_and_a_password_go_together(db: Db) {
        let school = add_school(&db).await;
        let mut faults = Faults::default();
        let grade = faults.require(Field::Grade, None);
        let half = NewMember { username: read_value("mia"), grade, ..new_member_mia() };
        let error = add_faulty_member(&db, &school, half, faults).await.unwrap_err().to_string();
        assert_eq!(error, "grade: is required; password: is required together with username");
        let form = ChangeMember { password: Change::Set(read_value("Mia-reads-2026").unwrap()), ..ChangeMember::default() };
        let nobody = MemberAddress { organization: &school, who: "nobody" };
        let error = change(&operator_context(&db), nobody, form, Faults::default()).await.unwrap_err();
        assert_eq!(error.to_string(), "username: is required together with password");
    }

    async fn only_sponsors_of_the_organization_and_the_operator_manage_its_members(db: Db) {
        let school = add_school(&db).await;
        let id = add_member(&db, &school, new_member_mia()).await.unwrap();
        let stranger = account("tess", Role::OrganizationSponsor);
        assert_eq!(error_key(get(&user_context(&db, &stranger), &school.id, &id).await), "USER_NOT_FOUND");
        assert_eq!(error_key(remove(&user_context(&db, &stranger), &school.id, &id).await), "USER_NOT_FOUND");
    }
}

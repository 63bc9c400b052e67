//! Organizations.

use domain::Role;
use domain::fixtures::{account, lab, with_change};
use services::organizations::{
    ContactChoice, OrganizationChange, StaffOrganizationChange, Terms, change, create, get, list,
    name_contact,
};
use services::{Change, Faults};
use store::subscriptions::Holder;
use store::{KeyPage, db_test};

use crate::world::{
    PETRA, add_school, error_key, new_organization, operator_context, read_value, user_context,
};

db_test! {
    async fn a_school_comes_with_its_subscription_and_its_contact(db: Db) {
        let school = add_school(&db).await;
        let shown = get(&operator_context(&db), school.id.as_str()).await.unwrap();
        let contact = shown.contact.unwrap().account;
        assert_eq!((contact.sign_in_name(), contact.needs_new_password), (PETRA, true));
        assert_eq!(shown.organization.subscription_type.as_deref(), Some("organization"));
        let held = store::subscriptions::list_all(&db, Holder::Organization(&school.id)).await.unwrap();
        assert_eq!(held.len(), 1);
        let again = new_organization("Harbor School", "new@harbor.example");
        let again = create(&operator_context(&db), again, Faults::default()).await;
        assert_eq!(error_key(again), "ORGANIZATION_EXISTS");
        let taken = create(&operator_context(&db), new_organization("Another", PETRA), Faults::default()).await;
        assert_eq!(error_key(taken), "USER_EXISTS");
        assert_eq!(list(&operator_context(&db), None, &KeyPage::first_page(10)).await.unwrap().len(), 1, "nothing is half made");
    }

    async fn a_change_keeps_what_it_does_not_name(db: Db) {
        let school = add_school(&db).await;
        let (id, none) = (school.id.as_str(), Faults::default);
        let terms = Terms { suspended: Some(true), ..Terms::default() };
        let suspension = StaffOrganizationChange { terms, ..StaffOrganizationChange::default() };
        let shown = change(&operator_context(&db), id, suspension, none()).await.unwrap();
        assert!(shown.organization.suspended && shown.organization.name == school.name);
        let abroad = OrganizationChange { country: read_value("CA"), state: Change::Set(read_value("OR").unwrap()), ..OrganizationChange::default() };
        let abroad = StaffOrganizationChange { details: abroad, ..StaffOrganizationChange::default() };
        let bad = change(&operator_context(&db), id, abroad, none()).await;
        assert_eq!(bad.unwrap_err().to_string(), "state: must be an ISO 3166-2 code of the country");
        assert_eq!(error_key(name_contact(&operator_context(&db), ContactChoice { organization: id, sponsor: "ada" }).await), "USER_NOT_FOUND");
        let elsewhere = with_change(account("lee", Role::MembershipAssistant), |lee| lee.site = lab());
        assert_eq!(error_key(get(&user_context(&db, &elsewhere), id).await), "ORGANIZATION_NOT_FOUND");
        let seen = list(&user_context(&db, &elsewhere), None, &KeyPage::first_page(10)).await.unwrap();
        assert!(seen.is_empty(), "{seen:?}");
    }
}

//! Signed agreements.

use domain::fixtures::{account, days_ago, noon, with_change};
use domain::{AgreementType, OrganizationId, Role};
use services::agreements::{NewAgreement, expire, get, list, record};
use services::{ErrorKey, Faults, Field};
use store::{Db, db_test};

use crate::world::{PETRA, add_school, error_key, operator_context, read_required, user_context};

fn new_agreement(days: i64) -> NewAgreement {
    NewAgreement {
        agreement_type: AgreementType::TermsOfUse.into(),
        date_signed: days_ago(days).into(),
        print_name: read_required("Petra Quay"),
        signed_by_legal_guardian: None,
    }
}

/// Returns true if an agreement of the organization is on file.
async fn on_file(db: &Db, organization: &OrganizationId) -> bool {
    store::organizations::get(db, organization).await.unwrap().unwrap().agreement_signed
}

db_test! {
    async fn a_sponsor_signs_for_the_organization_until_it_ends(db: Db) {
        let school = add_school(&db).await;
        assert!(!on_file(&db, &school.id).await);
        let made = record(&operator_context(&db), PETRA, new_agreement(2), Faults::default()).await.unwrap();
        assert_eq!((made.agreement.recorded_by.as_ref(), made.recorder), (None, None), "the operator is no account");
        assert!(on_file(&db, &school.id).await);
        let again = record(&operator_context(&db), PETRA, new_agreement(1), Faults::default()).await;
        assert_eq!(error_key(again), "AGREEMENT_EXISTS");
        let ended = expire(&operator_context(&db), PETRA, made.agreement.id.clone()).await.unwrap();
        assert_eq!(ended.agreement.date_expired, Some(noon()));
        assert!(!on_file(&db, &school.id).await);
        let (owner, all) = list(&operator_context(&db), PETRA).await.unwrap();
        assert_eq!((owner.sign_in_name(), all.len()), (PETRA, 1));
        assert_eq!(error_key(get(&operator_context(&db), "ada", made.agreement.id).await), "AGREEMENT_NOT_FOUND");
    }

    async fn every_fault_of_a_request_is_reported_before_a_missing_user(db: Db) {
        add_school(&db).await;
        let mut faults = Faults::default();
        faults.add(ErrorKey::InvalidParameter, Field::AgreementType, "must be one of termsOfUse, volunteer");
        let form = NewAgreement {
            agreement_type: faults.require(Field::AgreementType, None), date_signed:days_ago(-3).into(),
            print_name: faults .require(Field::PrintName, None),
            signed_by_legal_guardian: None, };
        let error = record(& operator_context(&db), "nobody", form, faults).await.unwrap_err();
        assert_eq!(
            error.to_string(),
            "agreement type: must be one of termsOfUse, volunteer; print name: is required; \
             date signed: must not be in the future"
        );
        assert_eq!(error_key(record(&operator_context(&db), "nobody", new_agreement(1), Faults::default()).await), "USER_NOT_FOUND");
    }

    async fn staff_of_another_site_and_readers_record_nothing(db: Db) {
        add_school(&db).await;
        let elsewhere = with_change(account("lee", Role::MembershipAssistant), |lee| lee.site = domain::fixtures::lab());
        let reader = account("ada", Role::Individual);
        for somebody in [&elsewhere, &reader] {
            let cx = &user_context(&db, somebody);
            assert_eq!(error_key(record(cx, PETRA, new_agreement(1), Faults::default()).await), "USER_NOT_FOUND");
        }
        let assistant = account("mara", Role::MembershipAssistant);
        let mut tx = db.begin().await.unwrap();
        store::accounts::insert(&mut tx, &assistant, None).await.unwrap();
        tx.commit().await.unwrap();
        let cx = &user_context(&db, &assistant);
        let made = record(cx, PETRA, new_agreement(1), Faults::default()).await.unwrap();
        assert_eq!(made.agreement.recorded_by, Some(assistant.id.clone()));
    }
}

//! Proofs of disability, and who reads them.

use domain::proofs::{DisabilityType, ProofSource};
use services::proofs::{Proof, add, list, remove, set_source};
use store::audit::{AuditSearch, list as audited};
use store::db_test;

use crate::world::{add_school, error_key, operator_context};

db_test! {
    async fn a_proof_is_added_changed_and_withdrawn(db: Db) {
        add_school(&db).await;
        let (visual, faxed) = (DisabilityType::Visual, ProofSource::Faxed);
        let proof = Proof { kind: visual, source: faxed };
        assert_eq!(error_key(remove(&operator_context(&db), "ada", visual).await), "POD_NOT_FOUND");
        let added = add(&operator_context(&db), "ada", proof).await.unwrap();
        assert_eq!((added.proofs[0].kind, added.proofs[0].source), (visual, faxed));
        assert_eq!(error_key(add(&operator_context(&db), "ada", proof).await), "POD_EXISTS");
        let other = Proof { source: ProofSource::Nls, ..proof };
        let changed = set_source(&operator_context(&db), "ada", other).await.unwrap();
        assert_eq!(changed.proofs[0].source, ProofSource::Nls);
        assert!(remove(&operator_context(&db), "ada", visual).await.unwrap().proofs.is_empty());
        assert_eq!(error_key(add(&operator_context(&db), "nobody", proof).await), "USER_NOT_FOUND");
    }

    async fn the_operator_who_reads_is_in_the_audit(db: Db) {
        add_school(&db).await;
        list(&operator_context(&db), "ada").await.unwrap();
        let entries = audited(&db, &AuditSearch::default(), 10).await.unwrap();
        let [entry] = &entries[..] else { panic!("{entries:?}") };
        assert_eq!((entry.reader.as_ref(), entry.account.as_str()), (None, "ada"));
        assert_eq!((entry.client.as_str(), entry.endpoint.as_str()), ("command line", "openshelf admin test"));
    }
}

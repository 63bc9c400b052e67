//! The audit of changes.

use domain::fixtures::{days_ago, individual, lab, member, noon, school, site, sponsor, with_change};
use domain::{AccountId, AuditSubject, AuditedAct, ClientId, OrganizationId, TitleId};
use jiff::Timestamp;
use store::audit::EntrySearch;
use store::audit_changes::{self, AuditedChange, ChangeEntry, ChangedThing};
use store::{Db, db_test};

use crate::world;

async fn settle_people(db: &Db) {
    world::create_sites(db).await;
    let school = school();
    let lena = with_change(individual("lena"), |reader| reader.account.site = lab());
    for reader in [sponsor("tess", &school), member("mia", &school), member("moe", &school), lena] {
        world::settle(db, &reader).await;
    }
}

async fn record_change(
    db: &Db,
    actor: Option<&str>,
    act: AuditedAct,
    at: Timestamp,
    of: &[AuditSubject<'_>],
) {
    let (actor, client) = (actor.map(AccountId::from), ClientId::from("key"));
    let endpoint = "POST /school/import/{id}";
    let change = AuditedChange { actor: actor.as_ref(), client: &client, endpoint, act, changed_at: at };
    committed!(db, tx => audit_changes::record(&mut tx, change, of));
}

/// The acts and what they changed.
fn describe(entries: &[ChangeEntry]) -> Vec<String> {
    let text = |entry: &ChangeEntry| {
        let subject = match &entry.subject {
            Some(ChangedThing::Account(id)) => id.to_string(),
            Some(ChangedThing::Organization(_)) => entry.organization_name.clone().unwrap_or_default(),
            Some(ChangedThing::Title(id)) => id.to_string(),
            other => format!("{other:?}"),
        };
        format!("{} {subject}", entry.act.unwrap())
    };
    entries.iter().map(text).collect()
}

db_test! {
    async fn changes_are_found_by_person_actor_act_time_and_site(db: Db) {
        Box::pin(settle_people(&db)).await;
        let (mia, moe, lena) = (AccountId::from("mia"), AccountId::from("moe"), AccountId::from("lena"));
        let school = OrganizationId::from("school");
        let both = [AuditSubject::Account(&mia), AuditSubject::Account(&moe)];
        record_change(&db, Some("tess"), AuditedAct::ImportMembers, days_ago(3), &both).await;
        record_change(&db, None, AuditedAct::ChangeOrganization, days_ago(2), &[AuditSubject::Organization(&school)]).await;
        record_change(&db, None, AuditedAct::LockAccount, days_ago(1), &[AuditSubject::Account(&lena)]).await;
        record_change(&db, Some("tess"), AuditedAct::ChangeMember, noon(), &[AuditSubject::Account(&mia)]).await;
        record_change(&db, None, AuditedAct::WithdrawTitle, noon(), &[AuditSubject::Title(TitleId(1001))]).await;

        let all = EntrySearch::default();
        let (db, site, tess) = (&db, site(), AccountId::from("tess"));
        let find = async |search: EntrySearch<'_>, act| {
            describe(&audit_changes::page(db, search, act, 9).await.unwrap())
        };
        assert_eq!(find(all, None).await, [
            "withdrawTitle 1001", "changeMember mia", "lockAccount lena", "changeOrganization Harbor School",
            "importMembers moe", "importMembers mia",
        ]);
        let of_site = find(EntrySearch { site: Some(&site), ..all }, None).await;
        assert_eq!(of_site, ["changeMember mia", "changeOrganization Harbor School", "importMembers moe", "importMembers mia"]);
        let by_tess = EntrySearch { actor: Some(&tess), account: Some(&mia), ..all };
        assert_eq!(find(by_tess, None).await, ["changeMember mia", "importMembers mia"]);
        assert_eq!(find(all, Some(AuditedAct::ImportMembers)).await, ["importMembers moe", "importMembers mia"]);
        let days = EntrySearch { since: Some(days_ago(2)), until: Some(noon()), ..all };
        assert_eq!(find(days, None).await, ["lockAccount lena", "changeOrganization Harbor School"]);
        let first = audit_changes::page(db, all, None, 2).await.unwrap();
        let after = Some((first[1].changed_at, first[1].id));
        let rest = find(EntrySearch { after, ..all }, None).await;
        assert_eq!(rest.len(), 4, "{rest:?}");
        let own_act = EntrySearch { site: Some(&site), ..all };
        assert_eq!(find(own_act, Some(AuditedAct::ChangeMember)).await, ["changeMember mia"]);
        assert_eq!(find(own_act, Some(AuditedAct::LockAccount)).await, [""; 0]);
        committed!(db, tx => audit_changes::move_to_site(&mut tx, &lena, &site));
        assert_eq!(find(own_act, Some(AuditedAct::LockAccount)).await, ["lockAccount lena"]);

        let about = audit_changes::list_about(db, &mia, 9).await.unwrap();
        assert_eq!(describe(&about), ["changeMember mia", "importMembers mia"]);
        assert_eq!((about[0].actor.as_ref(), about[0].client.as_str()), (Some(&tess), "key"));
        assert_eq!((about[0].changed_at, about[0].endpoint.as_str()), (noon(), "POST /school/import/{id}"));
        assert_eq!(audit_changes::purge(db, days_ago(1)).await.unwrap(), 3);
        assert!(audit_changes::list_about(db, &moe, 9).await.unwrap().is_empty());
    }

    async fn many_changes_take_few_statements(db: Db) {
        Box::pin(settle_people(&db)).await;
        let mia = AccountId::from("mia");
        let before = db.statement_count();
        record_change(&db, None, AuditedAct::ImportMembers, noon(), &[AuditSubject::Account(&mia); 1001]).await;
        // Three inserts, between the beginning and the end of the transaction.
        assert!(db.statement_count() - before <= 5);
        assert_eq!(audit_changes::list_about(&db, &mia, 2000).await.unwrap().len(), 1001);
    }
}

//! The sandbox's client applications and users. Its credentials are public and fixed, which is why it only
//! listens on this machine.

use std::collections::{BTreeMap, BTreeSet};

use domain::wire::WireEnum;
use domain::{
    Account, AccountId, Agreement, AgreementId, AgreementType, Client, ClientId, DisabilityPlan,
    DisabilityType, MAIN_SITE, Membership, Name, Privilege, ProofSource, Role, SiteId,
};
use jiff::Timestamp;
use jiff::civil::{Date, date};
use secrets::Passwords;
use serde::Serialize;
use store::Db;
use store::proofs::Proof;
use store::subscriptions::Holder;

use super::{LAB_SITE, days_before, organizations, subscriptions};
use crate::library::new_rng;

#[derive(Debug, Serialize)]
pub struct DemoClient {
    /// Name in `demo.json`.
    #[serde(skip)]
    pub name: &'static str,
    pub api_key: &'static str,
    /// The secret, or blank.
    pub secret: &'static str,
    /// Registered redirect addresses.
    pub redirect_uris: &'static [&'static str],
    pub site: &'static str,
}

/// Redirect address of a local app.
const CALLBACK_URL: &str = "http://127.0.0.1:8765/callback";

/// The client applications (docs/rules/sandbox.md#rule-3).
pub const CLIENTS: [DemoClient; 4] = [
    DemoClient {
        name: "app",
        api_key: "demo-app",
        secret: "",
        redirect_uris: &[CALLBACK_URL, "openshelf-demo://callback"],
        site: MAIN_SITE,
    },
    DemoClient { name: "trusted", api_key: "demo-trusted", secret: "", redirect_uris: &[], site: MAIN_SITE },
    DemoClient {
        name: "privileged",
        api_key: "demo-privileged",
        secret: "demo-privileged-secret",
        redirect_uris: &[CALLBACK_URL],
        site: MAIN_SITE,
    },
    DemoClient {
        name: "otherSite",
        api_key: "demo-other-site",
        secret: "",
        redirect_uris: &[],
        site: LAB_SITE,
    },
];

pub async fn create_clients(db: &Db) -> anyhow::Result<()> {
    for demo in &CLIENTS {
        let id = ClientId::from(demo.api_key);
        if store::clients::get(db, &id).await?.is_some() {
            continue;
        }
        let privileges: BTreeSet<Privilege> = match demo.name {
            "privileged" => Privilege::ALL.iter().copied().collect(),
            "trusted" | "otherSite" => [Privilege::PasswordGrant].into(),
            _ => BTreeSet::new(),
        };
        let client = Client {
            id,
            name: format!("Sandbox: {}", demo.name),
            site: SiteId::from(demo.site),
            secret_hash: (!demo.secret.is_empty()).then(|| secrets::hash_token(demo.secret)),
            redirect_uris: demo.redirect_uris.iter().map(|&uri| uri.to_owned()).collect(),
            privileges,
            disabled: false,
        };
        store::clients::insert(db, &client).await?;
    }
    Ok(())
}

/// A user of the sandbox, as in `demo.json`.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DemoUser {
    /// Sign-in name; null for members who cannot sign in.
    pub username: Option<String>,
    /// Password; null for members who cannot sign in.
    pub password: Option<String>,
    pub user_account_id: AccountId,
    /// Description in the greeting.
    #[serde(skip)]
    pub about: &'static str,
}

#[derive(Clone, Copy)]
struct DemoPerson {
    key: &'static str,
    first: &'static str,
    last: &'static str,
    role: Role,
    born: Date,
    site: &'static str,
    /// True if agreement, subscription and proof exist.
    in_order: bool,
    about: &'static str,
}

const ADULT_BIRTH_DATE: Date = date(1984, 5, 17);
const PUPIL_BIRTH_DATE: Date = date(2014, 9, 3);

const fn new_person(
    key: &'static str,
    (first, last): (&'static str, &'static str),
    role: Role,
    about: &'static str,
) -> DemoPerson {
    DemoPerson { key, first, last, role, born: ADULT_BIRTH_DATE, site: MAIN_SITE, in_order: false, about }
}

const fn in_order(person: DemoPerson) -> DemoPerson {
    DemoPerson { in_order: true, ..person }
}

const PEOPLE: [DemoPerson; 14] = [
    in_order(new_person(
        "individual",
        ("Ines", "Okafor"),
        Role::Individual,
        "reads for herself; all in order",
    )),
    in_order(new_person(
        "individual2",
        ("Bram", "Lindqvist"),
        Role::Individual,
        "another reader, all in order",
    )),
    new_person("unqualified", ("Uma", "Patel"), Role::Individual, "no agreement, subscription or proof"),
    DemoPerson {
        born: PUPIL_BIRTH_DATE,
        ..in_order(new_person("minor", ("Milo", "Santos"), Role::Individual, "under 18"))
    },
    new_person("primaryContact", ("Petra", "Vance"), Role::OrganizationSponsor, "speaks for the school"),
    new_person("sponsor", ("Sam", "Whitlock"), Role::OrganizationSponsor, "teacher at the school"),
    DemoPerson {
        born: PUPIL_BIRTH_DATE,
        ..new_person("orgMember", ("Olive", "Marsh"), Role::OrganizationMember, "pupil who can sign in")
    },
    DemoPerson {
        born: PUPIL_BIRTH_DATE,
        ..new_person("orgMember2", ("Otto", "Reyes"), Role::OrganizationMember, "pupil without a sign-in")
    },
    new_person("collectionAssistant", ("Cora", "Bell"), Role::CollectionAssistant, "manages titles"),
    new_person("membershipAssistant", ("Mateo", "Flint"), Role::MembershipAssistant, "manages accounts"),
    new_person("volunteer", ("Vera", "Holt"), Role::Volunteer, "proofreads scans"),
    new_person("administrator", ("Ada", "Quill"), Role::Administrator, "everything, on all sites"),
    DemoPerson {
        site: LAB_SITE,
        ..in_order(new_person("labIndividual", ("Lena", "Frost"), Role::Individual, "site lab"))
    },
    DemoPerson {
        site: LAB_SITE,
        ..new_person(
            "labAssistant",
            ("Lars", "Eide"),
            Role::CollectionAssistant,
            "manages titles of site lab",
        )
    },
];

/// Creates missing users and returns all, by name.
pub async fn create_people(db: &Db, now: Timestamp) -> anyhow::Result<BTreeMap<&'static str, DemoUser>> {
    let passwords = Passwords::new(2);
    let mut users = BTreeMap::new();
    for person in &PEOPLE {
        let user = demo_user(person);
        if store::accounts::get(db, &user.user_account_id).await?.is_none() {
            let hash = match &user.password {
                Some(password) => Some(passwords.hash(password, None, &mut new_rng()).await?),
                None => None,
            };
            insert(db, person, &user, hash.as_deref(), now).await?;
        }
        users.insert(person.key, user);
    }
    Ok(users)
}

fn demo_user(person: &DemoPerson) -> DemoUser {
    let can_sign_in = person.key != "orgMember2";
    let name = if person.role == Role::OrganizationMember {
        person.first.to_lowercase()
    } else {
        format!("{}@sandbox.example", person.first.to_lowercase())
    };
    DemoUser {
        username: can_sign_in.then_some(name),
        password: can_sign_in.then(|| format!("{}-reads-2026", person.first)),
        user_account_id: AccountId::from(format!("demo-{}", person.key)),
        about: person.about,
    }
}

/// The account and its standing, in one transaction.
async fn insert(
    db: &Db,
    person: &DemoPerson,
    user: &DemoUser,
    hash: Option<&str>,
    now: Timestamp,
) -> anyhow::Result<()> {
    let account = new_account(person, user, now);
    let id = account.id.clone();
    let mut tx = db.begin().await?;
    store::accounts::insert(&mut tx, &account, hash).await?;
    if person.key == "unqualified" {
        store::credits::add(&mut tx, &id, subscriptions::CREDIT_CENTS).await?;
    }
    if person.in_order {
        let agreement = Agreement {
            id: AgreementId::from(format!("{id}-agreement")),
            account: id.clone(),
            kind: AgreementType::TermsOfUse,
            date_signed: days_before(now, 200),
            date_expired: None,
            print_name: account.display_name(),
            recorded_by: None,
            signed_by_legal_guardian: account.guardian.is_some(),
        };
        store::agreements::insert(&mut tx, &agreement).await?;
        let subscription = subscriptions::new_subscription(id.as_str(), "individual", days_before(now, 200));
        store::subscriptions::insert(&mut tx, Holder::Account(&id), &subscription).await?;
        let proof = Proof { kind: DisabilityType::Visual, source: ProofSource::Faxed };
        store::proofs::add(&mut tx, &id, &proof, now).await?;
    }
    if account.has_role(Role::OrganizationMember) {
        store::members::set_school_disabilities(&mut tx, &id, &[DisabilityType::Learning].into(), now)
            .await?;
    }
    tx.commit().await?;
    if organizations::is_primary_contact(person.key) {
        organizations::set_primary_contact(db, &id).await?;
    }
    Ok(())
}

fn new_account(person: &DemoPerson, user: &DemoUser, now: Timestamp) -> Account {
    let is_member = person.role == Role::OrganizationMember;
    let membership = (is_member || person.role == Role::OrganizationSponsor).then(|| Membership {
        title: (!is_member).then(|| if person.key == "sponsor" { "Teacher" } else { "Librarian" }.to_owned()),
        grade: is_member.then(|| "6".to_owned()),
        plans: match person.key {
            "orgMember" => [DisabilityPlan::Iep].into(),
            "orgMember2" => [DisabilityPlan::Section504].into(),
            _ => BTreeSet::new(),
        },
        ..Membership::new(organizations::FIRST_ORGANIZATION.0.into())
    });
    let id = user.user_account_id.clone();
    Account {
        username: user.username.clone(),
        email: user.username.clone().filter(|name| name.contains('@')),
        name: Name::new(person.first, person.last),
        guardian: (person.key == "minor").then(|| Name::new("Rosa", "Santos")),
        date_of_birth: Some(person.born),
        address: organizations::address_in_astoria("12 Harbor Street"),
        phone_number: Some("+1 503 555 0134".into()),
        language: Some("eng".into()),
        show_all_books: true,
        membership,
        ..Account::new(id, person.site.into(), person.role, days_before(now, 210))
    }
}

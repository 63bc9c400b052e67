//! Titles, people and organizations with everything in order, for tests: each test spoils one thing.
//!
//! ```
//! use domain::access::Refusal;
//! use domain::fixtures::{Scene, individual, title, with_change};
//!
//! let unsigned = with_change(individual("ada"), |reader| reader.agreement_signed = false);
//! let scene = Scene::new(title()).with_caller(unsigned);
//! assert_eq!(scene.errors(), ["AGREEMENT_MISSING"]);
//! assert!(matches!(scene.decide().refusal(), Some(Refusal::Denied(_))));
//! ```

use std::collections::BTreeSet;

use jiff::civil::{Date, date};
use jiff::{SignedDuration, Timestamp};

use crate::access::{
    AccessCaller, AccessFacts, Decision, ForUser, Relation, Verb, allowed_verbs, decide, member_availability,
};
use crate::artifacts::ArtifactDetails;
use crate::locations::BookPosition;
use crate::periodicals::{Edition, SeriesType};
use crate::proofs::ProofStatus;
use crate::readers::OrganizationStanding;
use crate::sites::Sharing;
use crate::titles::{Dates, Metadata};
use crate::{
    Account, Address, Artifact, Capabilities, ContentType, Contributor, ContributorType, DisabilityPlan,
    DownloadTimeframe, Format, FormatStatus, MAIN_SITE, Membership, Name, Organization, OrganizationId,
    Reader, Role, Series, SiteId, Subscription, Territory, Title, TitleFiles, TitleId, TitleStatus,
    UsageRestriction,
};

/// The value after a change.
#[must_use]
pub fn with_change<T>(mut value: T, change: impl FnOnce(&mut T)) -> T {
    change(&mut value);
    value
}

/// 12:00 on the day of all tests.
const NOON: Timestamp = Timestamp::constant(1_795_262_400, 0);

/// The day of all tests.
pub fn today() -> Date {
    date(2026, 11, 21)
}

/// Noon of that day.
pub fn noon() -> Timestamp {
    days_ago(0)
}

/// Noon, this many days ago; negative for the future.
pub fn days_ago(days: i64) -> Timestamp {
    NOON - SignedDuration::from_hours(24 * days)
}

/// A place with a location only.
pub fn location(location: impl Into<String>) -> BookPosition {
    BookPosition { location: location.into(), position: None, progression: None, total_progression: None }
}

/// The main site.
pub fn site() -> SiteId {
    SiteId::from(MAIN_SITE)
}

/// Another site.
pub fn lab() -> SiteId {
    SiteId::from("lab")
}

/// A live book in copyright, free worldwide, of the main site, with EPUB 3 and DAISY available.
pub fn title() -> Title {
    Title {
        id: TitleId(1001),
        site: site(),
        sharing: Sharing::None,
        status: TitleStatus::Live,
        owner: None,
        content_type: ContentType::Text,
        usage: UsageRestriction::Copyright,
        territory: Territory { worldwide: true, ..Territory::default() },
        metadata: Metadata {
            title: "The Tide Tables".into(),
            contributors: vec![Contributor::new(ContributorType::Author, "Mara Lindqvist")],
            languages: vec!["eng".into()],
            allow_recommend: true,
            ..Metadata::default()
        },
        artifacts: vec![artifact(Format::Daisy), artifact(Format::Epub3)],
        files: TitleFiles {
            source: Some("sources/1001/book.epub".into()),
            source_format: Some(Format::Epub3),
            ..TitleFiles::default()
        },
        inspection: None,
        dates: Dates {
            created: days_ago(400),
            updated: days_ago(300),
            published: Some(days_ago(300)),
            withdrawn: None,
        },
    }
}

/// An available artifact.
pub fn artifact(format: Format) -> Artifact {
    Artifact {
        format,
        status: FormatStatus::Available,
        date_added: days_ago(300),
        version: 1,
        details: ArtifactDetails::default(),
    }
}

/// A newspaper of the main site that goes everywhere.
pub fn series() -> Series {
    Series {
        id: "tides".into(),
        site: site(),
        title: "The Tide Post".into(),
        series_type: SeriesType::Newspaper,
        issn: Some("0378-5955".into()),
        description: None,
        publisher: Some("Harbor Press".into()),
        external_category_code: None,
        categories: Vec::new(),
        languages: vec!["eng".into()],
        countries: BTreeSet::new(),
        created: days_ago(400),
        updated: days_ago(400),
    }
}

/// An edition of it in copyright, as EPUB 3 and DAISY, without an end.
pub fn edition() -> Edition {
    Edition {
        id: "tides-1".into(),
        series: series().id,
        name: "20 November 2026".into(),
        published: days_ago(1),
        expires: None,
        withdrawn: None,
        usage: UsageRestriction::Copyright,
        artifacts: vec![artifact(Format::Daisy), artifact(Format::Epub3)],
        files: TitleFiles::default(),
        created: days_ago(1),
        updated: days_ago(1),
    }
}

/// An account of the main site in the United States, 30 years old, with one role.
pub fn account(id: &str, role: Role) -> Account {
    Account {
        username: Some(format!("{id}@example.org")),
        email: Some(format!("{id}@example.org")),
        name: Name::new(id, "Reed"),
        date_of_birth: Some(date(1996, 5, 4)),
        address: united_states(),
        language: Some("eng".into()),
        ..Account::new(id.into(), site(), role, days_ago(500))
    }
}

/// An address in California.
pub fn united_states() -> Address {
    Address { country: Some("US".into()), state: Some("US-CA".into()), ..Address::default() }
}

/// A subscription that began 100 days ago and is open: monthly, with the default number of books.
pub fn subscription(kind: &str) -> Subscription {
    Subscription {
        id: format!("{kind}-1").into(),
        kind: kind.into(),
        start: days_ago(100),
        end: None,
        books_allowed: None,
        timeframe: DownloadTimeframe::Monthly,
        notes: None,
    }
}

/// An account with one role and nothing else.
pub fn person(id: &str, role: Role) -> Reader {
    Reader {
        account: account(id, role),
        agreement_signed: false,
        subscriptions: Vec::new(),
        proof: ProofStatus::Missing,
        provisional_until: None,
        organization: None,
        books_taken: 0,
    }
}

/// An individual member with everything in order.
pub fn individual(id: &str) -> Reader {
    with_change(person(id, Role::Individual), |reader| {
        reader.agreement_signed = true;
        reader.subscriptions = vec![subscription("individual")];
        reader.proof = ProofStatus::Active;
    })
}

/// A school in the United States with everything in order and no limit of books.
pub fn school() -> OrganizationStanding {
    let id = OrganizationId::from("school");
    OrganizationStanding {
        organization: Organization {
            agreement_signed: true,
            can_download_nimac: true,
            subscription_type: Some("organization".into()),
            ..Organization::new(id, site(), "Harbor School".into(), "school".into(), united_states())
        },
        subscriptions: vec![subscription("organization")],
        books_taken: 0,
    }
}

/// A place in an organization.
pub fn membership(organization: &OrganizationStanding) -> Membership {
    Membership::new(organization.organization.id.clone())
}

/// A member of the organization, with an individualized education program and a proof.
pub fn member(id: &str, organization: &OrganizationStanding) -> Reader {
    with_change(person(id, Role::OrganizationMember), |reader| {
        reader.proof = ProofStatus::Active;
        reader.account.membership = Some(Membership {
            grade: Some("10".into()),
            plans: BTreeSet::from([DisabilityPlan::Iep]),
            ..membership(organization)
        });
        reader.organization = Some(organization.clone());
    })
}

pub fn sponsor(id: &str, organization: &OrganizationStanding) -> Reader {
    with_change(person(id, Role::OrganizationSponsor), |reader| {
        reader.account.membership =
            Some(Membership { title: Some("Teacher".into()), ..membership(organization) });
        reader.organization = Some(organization.clone());
    })
}

/// An account that is both an individual member and a member of the organization, with both in order.
pub fn linked_account(id: &str, organization: &OrganizationStanding) -> Reader {
    let side = member(id, organization);
    with_change(individual(id), |reader| {
        reader.account.roles.insert(Role::OrganizationMember);
        reader.account.membership = side.account.membership;
        reader.organization = side.organization;
    })
}

/// One request for one title, the subject of the tests of the access rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    pub title: Title,
    /// The caller. `None` for a guest.
    pub caller: Option<Reader>,
    /// A guest's country.
    pub country: String,
    /// The person whom `forUser` names.
    pub recipient: SceneRecipient,
    /// The relation between R and the title.
    pub relation: Relation,
    /// Capabilities of the installation.
    pub can: Capabilities,
}

/// The person whom `forUser` names.
#[derive(Debug, Clone, PartialEq)]
pub enum SceneRecipient {
    /// It is not sent.
    Nobody,
    /// This person.
    Named(Box<Reader>),
    /// An unknown person.
    Unknown,
}

impl Scene {
    /// A guest in the United States reads the title's record.
    pub fn new(title: Title) -> Self {
        let country = "US".to_owned();
        let recipient = SceneRecipient::Nobody;
        let relation = Relation::default();
        Self { title, caller: None, country, recipient, relation, can: Capabilities::ALL }
    }

    /// This person asks.
    #[must_use]
    pub fn with_caller(self, caller: Reader) -> Self {
        Self { caller: Some(caller), ..self }
    }

    /// `forUser` names this person.
    #[must_use]
    pub fn naming(self, recipient: &Reader) -> Self {
        Self { recipient: SceneRecipient::Named(Box::new(recipient.clone())), ..self }
    }

    /// `forUser` names an unknown person.
    #[must_use]
    pub fn naming_unknown(self) -> Self {
        Self { recipient: SceneRecipient::Unknown, ..self }
    }

    /// Gives R and the title this relation.
    #[must_use]
    pub fn with_relation(self, relation: Relation) -> Self {
        Self { relation, ..self }
    }

    pub fn facts(&self) -> AccessFacts<'_> {
        AccessFacts {
            now: noon(),
            today: today(),
            title: &self.title,
            caller: self.access_caller(),
            recipient: match &self.recipient {
                SceneRecipient::Nobody => ForUser::Nobody,
                SceneRecipient::Named(reader) => ForUser::Named(reader),
                SceneRecipient::Unknown => ForUser::Unknown,
            },
            relation: self.relation,
            can: self.can,
        }
    }

    pub fn access_caller(&self) -> AccessCaller<'_> {
        self.caller.as_ref().map_or(AccessCaller::Guest { country: &self.country }, AccessCaller::Reader)
    }

    pub fn decide(&self) -> Decision {
        decide(&self.facts())
    }

    /// All alerts' codes, in order.
    pub fn alerts(&self) -> Vec<&'static str> {
        self.decide().alerts.iter().map(|alert| alert.code.as_str()).collect()
    }

    /// The error alerts' codes, in order.
    pub fn errors(&self) -> Vec<&'static str> {
        self.decide()
            .alerts
            .iter()
            .filter(|alert| alert.is_error())
            .map(|alert| alert.code.as_str())
            .collect()
    }

    /// Alerts that block the named member (docs/rules/access.md#rule-18).
    pub fn member_alerts(&self) -> Vec<&'static str> {
        member_availability(&self.facts()).alerts.iter().map(|alert| alert.code.as_str()).collect()
    }

    /// `allows`.
    pub fn allows(&self) -> Vec<Verb> {
        allowed_verbs(&self.title, &self.access_caller(), &self.decide())
    }
}

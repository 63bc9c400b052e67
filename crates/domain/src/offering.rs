//! Titles and editions that a library offers, as the rules see them.

use std::fmt;
use std::sync::Arc;

use crate::periodicals::Issue;
use crate::{
    AccountId, Artifact, Capabilities, Format, FormatStatus, Item, ItemAddress, SiteId, Territory, Title,
    TitleFiles, TitleStatus, UsageRestriction,
};

/// Something that a library offers: a title, or an edition of a periodical. The rules need nothing else.
pub trait Offering: fmt::Debug + Send + Sync {
    /// Which one, with the periodical of an edition.
    fn address(&self) -> ItemAddress;
    /// The title or edition.
    fn item(&self) -> Item {
        self.address().item()
    }
    /// Display name, also that of its files: the title, or the name of an edition outside of its periodical.
    fn name(&self) -> String;
    /// Keys of its source files.
    fn files(&self) -> &TitleFiles;
    fn site(&self) -> &SiteId;
    /// Returns true if it is in the view of a site: the site's own, or shared with it.
    fn in_view_of(&self, site: &SiteId) -> bool;
    /// Owner, if it is a user's own document.
    fn owner(&self) -> Option<&AccountId>;
    fn status(&self) -> TitleStatus;
    /// Returns true if everybody in whose view it is may read its metadata.
    fn stays_readable(&self) -> bool;
    /// Copyright status.
    fn usage(&self) -> UsageRestriction;
    /// Returns true if guests may have it too.
    fn is_open_to_guests(&self) -> bool {
        self.usage().is_free()
    }
    fn territory(&self) -> &Territory;
    fn artifacts(&self) -> &[Artifact];
    fn recorded_status(&self, artifact: &Artifact) -> FormatStatus;
    /// Returns true if those who manage the collection may have this artifact for checking, by what is
    /// recorded.
    fn can_be_checked(&self, artifact: &Artifact) -> bool;
    /// The status of one of its artifacts as shown: available only where it can be made
    /// (docs/rules/access.md#rule-2).
    fn format_status(&self, artifact: &Artifact, can: Capabilities) -> FormatStatus {
        if can.can_make(artifact) { self.recorded_status(artifact) } else { FormatStatus::Unavailable }
    }
    /// Returns true if those who manage the collection can have this artifact now.
    fn is_checkable(&self, artifact: &Artifact, can: Capabilities) -> bool {
        can.can_make(artifact) && self.can_be_checked(artifact)
    }
    fn is_adult(&self) -> bool {
        false
    }
    /// It comes from the national source for pupils.
    fn is_nimac(&self) -> bool {
        false
    }
    /// It is open to trial subscriptions.
    fn is_for_demo(&self) -> bool {
        false
    }
    /// Another one takes its place.
    fn is_replaced(&self) -> bool {
        false
    }
}

pub(crate) fn find_artifact(offered: &dyn Offering, format: Format) -> Option<&Artifact> {
    offered.artifacts().iter().find(|artifact| artifact.format == format)
}

/// The artifacts that can be downloaded, in their order.
pub fn available_artifacts(offered: &dyn Offering, can: Capabilities) -> impl Iterator<Item = &Artifact> {
    let is_available =
        move |artifact: &&Artifact| offered.format_status(artifact, can) == FormatStatus::Available;
    offered.artifacts().iter().filter(is_available)
}

/// Returns true if at least one format can be downloaded.
pub(crate) fn has_available_format(offered: &dyn Offering, can: Capabilities) -> bool {
    available_artifacts(offered, can).next().is_some()
}

impl Offering for Title {
    fn address(&self) -> ItemAddress {
        ItemAddress::Title(self.id)
    }

    fn name(&self) -> String {
        self.metadata.title.clone()
    }

    fn files(&self) -> &TitleFiles {
        &self.files
    }

    fn site(&self) -> &SiteId {
        &self.site
    }

    fn in_view_of(&self, site: &SiteId) -> bool {
        self.sharing.is_in_view_of(&self.site, site)
    }

    fn owner(&self) -> Option<&AccountId> {
        self.owner.as_ref()
    }

    fn status(&self) -> TitleStatus {
        self.status
    }

    fn stays_readable(&self) -> bool {
        self.was_live()
    }

    fn usage(&self) -> UsageRestriction {
        self.usage
    }

    fn territory(&self) -> &Territory {
        &self.territory
    }

    fn artifacts(&self) -> &[Artifact] {
        &self.artifacts
    }

    fn recorded_status(&self, artifact: &Artifact) -> FormatStatus {
        Self::recorded_status(self, artifact)
    }

    fn can_be_checked(&self, artifact: &Artifact) -> bool {
        Self::can_be_checked(self, artifact)
    }

    fn is_adult(&self) -> bool {
        self.metadata.adult_content
    }

    fn is_nimac(&self) -> bool {
        self.metadata.nimac
    }

    fn is_for_demo(&self) -> bool {
        self.metadata.available_to_demo
    }

    fn is_replaced(&self) -> bool {
        self.metadata.replacement.is_some()
    }
}

impl Offering for Issue {
    fn address(&self) -> ItemAddress {
        ItemAddress::Edition { series: self.series.id.clone(), edition: self.edition.id.clone() }
    }

    fn name(&self) -> String {
        self.full_name()
    }

    fn files(&self) -> &TitleFiles {
        &self.edition.files
    }

    fn site(&self) -> &SiteId {
        &self.series.site
    }

    fn in_view_of(&self, site: &SiteId) -> bool {
        &self.series.site == site
    }

    fn owner(&self) -> Option<&AccountId> {
        None
    }

    /// An expired edition is out of the collection like a withdrawn one.
    fn status(&self) -> TitleStatus {
        if self.is_current() { TitleStatus::Live } else { TitleStatus::Withdrawn }
    }

    fn stays_readable(&self) -> bool {
        self.is_current()
    }

    fn usage(&self) -> UsageRestriction {
        self.edition.usage
    }

    /// Downloads of editions need a user even if they are free (docs/rules/periodicals.md#rule-3).
    fn is_open_to_guests(&self) -> bool {
        false
    }

    fn territory(&self) -> &Territory {
        &self.territory
    }

    fn artifacts(&self) -> &[Artifact] {
        &self.edition.artifacts
    }

    fn recorded_status(&self, artifact: &Artifact) -> FormatStatus {
        artifact.status
    }

    fn can_be_checked(&self, artifact: &Artifact) -> bool {
        artifact.status == FormatStatus::Available
    }
}

/// A title or an edition of a periodical.
#[derive(Debug, Clone)]
pub enum OfferedItem {
    Title(Arc<Title>),
    Edition(Arc<Issue>),
}

/// Something that points at what a library offers: one kind of it, or any.
pub trait AsOffering {
    /// It as the rules see it.
    fn as_offering(&self) -> &dyn Offering;
}

impl<T: Offering> AsOffering for Arc<T> {
    fn as_offering(&self) -> &dyn Offering {
        &**self
    }
}

impl AsOffering for OfferedItem {
    fn as_offering(&self) -> &dyn Offering {
        match self {
            Self::Title(title) => &**title,
            Self::Edition(issue) => &**issue,
        }
    }
}

impl From<Arc<Title>> for OfferedItem {
    fn from(title: Arc<Title>) -> Self {
        Self::Title(title)
    }
}

impl From<Arc<Issue>> for OfferedItem {
    fn from(issue: Arc<Issue>) -> Self {
        Self::Edition(issue)
    }
}

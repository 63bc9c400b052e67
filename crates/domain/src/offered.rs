//! What a library offers, as the rules ask about it.

use std::fmt;

use crate::artifacts::Artifact;
use crate::capabilities::Capabilities;
use crate::downloads::Item;
use crate::formats::{Format, FormatStatus};
use crate::ids::{AccountId, SiteId};
use crate::titles::{Territory, Title, TitleStatus, UsageRestriction};

/// What a library offers: a title, or an edition of a periodical. These are all the questions that the rules
/// ask of it.
pub trait Offered: fmt::Debug + Send + Sync {
    /// Which one.
    fn item(&self) -> Item;
    /// The site it belongs to.
    fn site(&self) -> &SiteId;
    /// Whether it is in the view of a site: the site's own, or shared with it.
    fn in_view_of(&self, site: &SiteId) -> bool;
    /// Whose own document it is.
    fn owner(&self) -> Option<&AccountId>;
    /// Its state.
    fn status(&self) -> TitleStatus;
    /// Whether everybody in whose view it is may read its metadata.
    fn stays_readable(&self) -> bool;
    /// What copyright allows.
    fn usage(&self) -> UsageRestriction;
    /// Where it may be distributed.
    fn territory(&self) -> &Territory;
    /// Its formats.
    fn artifacts(&self) -> &[Artifact];
    /// The status of one of its artifacts by what is recorded.
    fn recorded_status(&self, artifact: &Artifact) -> FormatStatus;
    /// Whether those who manage the collection may have this artifact for checking, by what is recorded.
    fn can_be_checked(&self, artifact: &Artifact) -> bool;
    /// The status of one of its artifacts as shown: available only where it can be made
    /// (docs/rules/access.md#rule-2).
    fn format_status(&self, artifact: &Artifact, can: Capabilities) -> FormatStatus {
        if can.makes(artifact) { self.recorded_status(artifact) } else { FormatStatus::Unavailable }
    }
    /// Whether those who manage the collection can have this artifact now.
    fn is_checkable(&self, artifact: &Artifact, can: Capabilities) -> bool {
        can.makes(artifact) && self.can_be_checked(artifact)
    }
    /// It has adult content.
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

/// The artifact of one format.
pub(crate) fn artifact(offered: &dyn Offered, format: Format) -> Option<&Artifact> {
    offered.artifacts().iter().find(|artifact| artifact.format == format)
}

/// The artifacts that can be downloaded, in their order.
pub fn available_artifacts(offered: &dyn Offered, can: Capabilities) -> impl Iterator<Item = &Artifact> {
    let is_available =
        move |artifact: &&Artifact| offered.format_status(artifact, can) == FormatStatus::Available;
    offered.artifacts().iter().filter(is_available)
}

/// Whether at least one format can be downloaded.
pub(crate) fn has_available_format(offered: &dyn Offered, can: Capabilities) -> bool {
    available_artifacts(offered, can).next().is_some()
}

impl Offered for Title {
    fn item(&self) -> Item {
        Item::Title(self.id)
    }

    fn site(&self) -> &SiteId {
        &self.site
    }

    fn in_view_of(&self, site: &SiteId) -> bool {
        self.sharing.shows(&self.site, site)
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

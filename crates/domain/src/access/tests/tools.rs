//! Formats that no machine of the installation can make are not offered (docs/rules/access.md#rule-2).

use super::{ada, assert_open, request_of};
use crate::access::has_format;
use crate::fixtures::{Scene, artifact, person, title, with_change};
use crate::offering::Offering as _;
use crate::{AudioTools, Capabilities, Format, FormatStatus, Role};

#[test]
fn is_unavailable_if_the_installation_cannot_make_it() {
    let audio = with_change(artifact(Format::DaisyAudio), |artifact| {
        artifact.details.audio_tools = Some(AudioTools::Speech);
    });
    let heard = with_change(title(), |title| title.artifacts = vec![audio.clone()]);
    let without = |scene: Scene| Scene { can: Capabilities::NONE, ..scene };
    for reader in [ada(), person("cat", Role::CollectionAssistant)] {
        let scene = request_of(heard.clone(), reader.clone());
        assert_open(&scene);
        assert!(has_format(&scene.title, &scene.access_caller(), Format::DaisyAudio, scene.can));
        let scene = without(scene);
        assert!(!scene.decide().available, "staff neither");
        assert!(!has_format(&scene.title, &scene.access_caller(), Format::DaisyAudio, scene.can));
        let both = with_change(title(), |title| title.artifacts.push(audio.clone()));
        assert_open(&without(request_of(both, reader)));
    }
    let status = |can| heard.format_status(&heard.artifacts[0], can);
    assert_eq!(status(Capabilities::ALL), FormatStatus::Available);
    assert_eq!(status(Capabilities::NONE), FormatStatus::Unavailable);
}

//! What no machine of the installation can make is not offered (docs/rules/access.md#rule-2).

use super::{ada, ask, open};
use crate::access::has_format;
use crate::accounts::Role;
use crate::artifacts::AudioTools;
use crate::capabilities::Capabilities;
use crate::fixtures::{Scene, artifact, person, title, with};
use crate::formats::{Format, FormatStatus};
use crate::offered::Offered as _;

#[test]
fn what_cannot_be_made_is_not_available() {
    let audio = with(artifact(Format::DaisyAudio), |artifact| {
        artifact.details.audio_tools = Some(AudioTools::Speech);
    });
    let heard = with(title(), |title| title.artifacts = vec![audio.clone()]);
    let without = |scene: Scene| Scene { can: Capabilities::NONE, ..scene };
    for reader in [ada(), person("cat", Role::CollectionAssistant)] {
        let scene = ask(heard.clone(), reader.clone());
        open(&scene);
        assert!(has_format(&scene.title, &scene.who(), Format::DaisyAudio, scene.can));
        let scene = without(scene);
        assert!(!scene.decide().available, "staff neither");
        assert!(!has_format(&scene.title, &scene.who(), Format::DaisyAudio, scene.can));
        let both = with(title(), |title| title.artifacts.push(audio.clone()));
        open(&without(ask(both, reader)));
    }
    let status = |can| heard.format_status(&heard.artifacts[0], can);
    assert_eq!(status(Capabilities::ALL), FormatStatus::Available);
    assert_eq!(status(Capabilities::NONE), FormatStatus::Unavailable);
}

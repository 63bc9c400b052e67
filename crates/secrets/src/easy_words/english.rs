//! Easy words of English.

use super::WORDS_PER_LANGUAGE;

pub(super) const WORDS: [&str; WORDS_PER_LANGUAGE] = [
    "acorn", "actor", "almond", "anchor", "animal", "answer", "apple", "april", "apron", "arrow", "autumn",
    "baker", "banana", "barn", "basket", "beach", "berry", "bird", "boat", "bottle", "bowl", "breeze",
    "brick", "bridge", "bright", "broom", "brush", "bucket", "budget", "butter", "button", "cabin", "cactus",
    "camera", "candle", "canoe", "carpet", "carrot", "castle", "cat", "cello", "chalk", "cheese", "cherry",
    "chess", "circle", "circus", "city", "clever", "cloud", "cobra", "coffee", "copper", "coral", "corner",
    "cousin", "cradle", "crayon", "cup", "cycle", "daisy", "dance", "desert", "desk", "dinner", "doctor",
    "dog", "door", "dragon", "drawer", "dream", "drum", "eagle", "earth", "echo", "elbow", "engine",
    "family", "farm", "father", "fiddle", "field", "fish", "flag", "flame", "flower", "flute", "forest",
    "fork", "fossil", "friend", "frog", "frost", "fruit", "garage", "garden", "garlic", "gentle", "giant",
    "glad", "glass", "glove", "gold", "goose", "guitar", "hammer", "happy", "harbor", "hazel", "hedge",
    "helmet", "hill", "hockey", "honey", "hotel", "house", "ice", "igloo", "insect", "iron", "island",
    "ivory", "ivy", "jaguar", "jam", "jelly", "jewel", "jigsaw", "juice", "jungle", "kettle", "king",
    "kitten", "kiwi", "ladder", "lake", "lamp", "leaf", "lemon", "letter", "lily", "lion", "lizard", "lunch",
    "magic", "magnet", "mango", "maple", "marble", "meadow", "melon", "milk", "mirror", "moon", "mother",
    "motor", "music", "napkin", "nature", "needle", "nest", "nickel", "north", "nurse", "ocean", "olive",
    "onion", "orange", "orbit", "oven", "oyster", "paint", "palace", "panda", "paper", "pebble", "pencil",
    "pepper", "piano", "picnic", "pigeon", "pillow", "pilot", "pirate", "pizza", "planet", "pocket", "poem",
    "pond", "potato", "puppet", "purple", "puzzle", "queen", "quiet", "rabbit", "radio", "ribbon", "river",
    "robin", "roof", "rope", "ruby", "rug", "saddle", "sailor", "salad", "salt", "sand", "scarf", "school",
    "shell", "silver", "sister", "sky", "smile", "snail", "snow", "sofa", "soup", "spider", "spoon",
    "spring", "squash", "star", "stone", "storm", "summer", "sunset", "swan", "sweet", "ticket", "tiger",
    "tomato", "tower", "toy", "tree", "tulip", "tunnel", "turtle", "uncle", "valley", "velvet", "violin",
    "wagon", "walnut", "wheel", "window", "winter", "wolf", "wonder", "wool", "yellow", "yogurt", "zebra",
    "zigzag",
];

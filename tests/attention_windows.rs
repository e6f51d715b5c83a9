//! The keys that queries see in each mode of masks.

use hostnpu_aclnn_operators::contract::attention::masks::window;

#[test]
fn masks_for_triangles_stand_for_what_the_vendor_draws() {
    // Of three queries and five keys, with `preTokens` 1 and `nextTokens` 0: a row for each query, 1 for a key that it sees.
    let cases = [
        (0, false, ["10000", "11000", "01100"]),
        (1, false, ["11111", "11111", "11111"]),
        (2, false, ["10000", "11000", "11100"]),
        (3, false, ["11100", "11110", "11111"]),
        (4, false, ["01100", "00110", "00011"]),
        (6, false, ["11110", "11110", "11111"]),
        (7, false, ["11100", "11110", "11111"]),
        (7, true, ["01100", "00110", "00011"]),
        (8, false, ["10000", "11000", "11100"]),
        (8, true, ["01100", "00110", "00011"]),
    ];
    for (mode, is_end, expected) in cases {
        let window = window(mode, [1, 0], [3, 5], 4, is_end);
        let seen = [0, 1, 2].map(|query| {
            let keys = window.of(query, 5);
            let digit = |key| if keys.contains(&key) { '1' } else { '0' };
            (0..5).map(digit).collect::<String>()
        });
        assert_eq!(seen, expected, "mode {mode}, at the end: {is_end}");
    }
    // More queries than keys: the first ones see nothing.
    let window = window(3, [0, 0], [5, 3], 0, false);
    assert!(window.of(0, 3).is_empty() && window.of(2, 3) == (0..1));
}

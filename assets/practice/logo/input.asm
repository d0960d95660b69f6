; The keyboard, read from its ports once a frame, and chance.

; Keys as `next_key` and `events` tell them: letters and digits as characters, and these.
KEY_EDIT   equ  7                       ; Caps Shift and 1: back to the title page
KEY_DELETE equ  12                      ; Caps Shift and 0
KEY_ENTER  equ  13
KEY_SPACE  equ  32

EVENTS  equ     16
REPEAT_AFTER equ 30                     ; frames a key must be held before it repeats
REPEAT_EACH  equ 5

; Every frame. All registers are kept.
interrupt:
        push    hl
        ld      hl, (frames)
        inc     hl
        ld      (frames), hl
        pop     hl
        ei
        ret

; Waits for the next frame and fills `events` with the keys whose press began in it.
poll:
        halt
        ld      ix, events
        ld      hl, held
        ld      de, key_map
        ld      bc, 0FEFEh              ; port of the first half row
        xor     a
        ld      (shifts), a
        ; Shifts first: they say what the others mean.
        in      a, (c)
        rra
        jr      c, poll_symbol
        ld      a, 1
        ld      (shifts), a
poll_symbol:
        ld      b, 07Fh
        in      a, (c)
        and     2
        jr      nz, poll_rows
        ld      a, (shifts)
        or      2
        ld      (shifts), a
poll_rows:
        ld      b, 0FEh
poll_row:
        in      a, (c)
        cpl
        and     01Fh
        push    bc
        ld      b, a                    ; down now
        cpl
        and     (hl)
        jr      z, poll_new
        xor     a                       ; one was let go: none repeats
        ld      (newest), a
poll_new:
        ld      a, (hl)
        ld      (hl), b
        inc     hl
        cpl
        and     b
        ld      c, a                    ; pressed in this frame
        ld      b, 5
poll_key:
        rr      c
        call    c, pressed
        inc     de
        djnz    poll_key
        pop     bc
        rlc     b
        jr      c, poll_row
        ; A key that is held counts again after a while.
        ld      a, (newest)
        or      a
        jr      z, poll_done
        ld      a, (again)
        dec     a
        ld      (again), a
        jr      nz, poll_done
        ld      a, REPEAT_EACH
        ld      (again), a
        ld      a, (newest)
        call    tell
poll_done:
        ld      (ix+0), 0
        ret

; The key at DE was pressed.
pressed:
        ld      a, (shifts)
        bit     1, a
        ret     nz                      ; nothing here has a meaning with Symbol Shift
        rra
        ld      a, (de)
        jr      c, pressed_shifted
        cp      'A'
        jr      c, pressed_tell
        or      020h                    ; small letters
        jr      pressed_tell
pressed_shifted:
        cp      '0'
        jr      z, pressed_delete
        cp      '1'
        jr      nz, pressed_tell
        ld      a, KEY_EDIT
        jr      pressed_tell
pressed_delete:
        ld      a, KEY_DELETE
pressed_tell:
        or      a
        ret     z                       ; a shift
        ld      (newest), a
        push    af
        ld      a, REPEAT_AFTER
        ld      (again), a
        pop     af
        ; on to `tell`

; Adds the key A to the events; when there are too many, the last one gives way.
tell:
        ld      (ix+0), a
        push    hl
        push    de
        push    ix
        pop     hl
        ld      de, events + EVENTS - 1
        or      a
        sbc     hl, de
        pop     de
        pop     hl
        ret     nc
        inc     ix
        ret

; Waits for a key: in A.
next_key:
        call    poll
        ld      a, (events)
        or      a
        jr      z, next_key
        ret

; Half rows from port FEFEh to 7FFEh, from the outside to the inside; 0 for the shifts.
key_map:
        defb    0, "ZXCV"
        defb    "ASDFG"
        defb    "QWERT"
        defb    "12345"
        defb    "09876"
        defb    "POIUY"
        defb    KEY_ENTER, "LKJH"
        defb    KEY_SPACE, 0, "MNB"

; Starts chance anew from the moment.
sow:
        ld      hl, (frames)
        ld      a, r
        xor     l
        ld      l, a
        or      h
        jr      nz, sown
        inc     l                       ; 0 would stay 0
sown:
        ld      (seed), hl
        call    chance
        ; on to `chance`

; A random byte in A, by shifts and exclusive ors of 16 bits. Keeps BC and DE.
chance:
        ld      hl, (seed)
        push    bc
        ld      a, h
        rra
        ld      a, l
        rra
        ld      b, a                    ; high byte of seed << 7
        ld      a, 0
        rra                             ; low byte
        xor     l
        ld      l, a
        ld      a, b
        xor     h
        ld      h, a
        srl     a                       ; seed >> 9
        xor     l
        ld      l, a
        xor     h                       ; seed << 8
        ld      h, a
        ld      (seed), hl
        pop     bc
        ret

; Carry with the chance number A of `chances`. Keeps BC.
by_chance:
        ld      hl, chances
        call    at_index
        ld      e, (hl)
        call    chance
        cp      e
        ret

; Shares in 256ths, and as text.
SHARES  equ     5
chances:
        defb    0, 13, 26, 51, 77
chance_texts:
        defb    "0%  ", 0, "5%  ", 0, "10% ", 0, "20% ", 0, "30% ", 0

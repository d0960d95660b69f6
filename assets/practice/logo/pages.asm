; Start of the program, and its pages of text.
;
; On all of them the place of the target's lower left cell, row 22 and column 2, stays empty: that
; tells them from a level.

NAME_LENGTH equ 12
LEVELS  equ     100
STACK   equ     0FC00h

start:
        di
        ld      sp, STACK
        ld      a, 0FCh                 ; interrupts by a table of our own, without the ROM
        ld      i, a
        im      2
        ei
        call    make_looks

title:
        ld      sp, STACK               ; from wherever it was
        ld      a, 1
        out     (0FEh), a
        call    clear
        xor     a
        ld      (typed), a
        call    banner
        ld      hl, title_texts
        call    print_list
title_show:
        ld      a, (first)
        ld      l, a
        ld      h, 0
        inc     hl
        call    number
        ld      bc, 16 * 256 + 24
        ld      e, WHITE
        call    print
        ld      hl, blanks              ; over the rest of a longer number
        call    print
        ld      a, (lost)
        ld      bc, 17 * 256 + 24
        call    print_chance
        ld      a, (twice)
        ld      bc, 18 * 256 + 24
        call    print_chance
        call    next_key
        cp      KEY_SPACE
        jp      z, controls
        ld      hl, lost
        cp      'l'
        jr      z, title_share
        ld      hl, twice
        cp      'd'
        jr      z, title_share
        cp      's'
        jr      z, title_level
        cp      KEY_DELETE
        jr      z, title_none
        sub     '0'
        jp      c, title_show
        cp      10
        jp      nc, title_show
        ; A digit: behind those typed so far, or the first of a new number.
        ld      c, a
        ld      a, (typed)
        cp      LEVELS / 10 + 1
        jr      nc, title_new
        add     a, a
        ld      b, a
        add     a, a
        add     a, a
        add     a, b
        add     a, c
        cp      LEVELS + 1
        jr      c, title_typed
title_new:
        ld      a, c
title_typed:
        ld      (typed), a
        or      a
        jr      z, title_first
        dec     a
title_first:
        ld      (first), a
        jp      title_show
title_none:
        xor     a
        jr      title_typed
title_share:
        inc     (hl)
        ld      a, (hl)
        cp      SHARES
        jp      nz, title_show
        ld      (hl), 0
        jp      title_show
title_level:
        xor     a
        ld      (typed), a
        ld      a, (first)
        inc     a
        cp      LEVELS
        jr      nz, title_first
        xor     a
        jr      title_first

; The share A as text at row B, column C.
print_chance:
        ld      e, WHITE
        ld      d, a
        add     a, a
        add     a, a
        add     a, d
        ld      hl, chance_texts
        call    at_index
        jp      print

; LOGO in squares of 8×8 pixels, from the ROM's letters.
banner:
        ld      de, banner_text
        ld      bc, 2 * 256 + 0
banner_letter:
        ld      a, (de)
        inc     de
        or      a
        ret     z
        call    glyph
        ld      a, (de)                 ; its attribute
        inc     de
        push    de
        push    bc
        ld      d, a
        ld      e, 8
banner_line:
        ld      a, (hl)
        inc     hl
        push    hl
        push    af
        call    attr_at
        pop     af
        push    bc
        ld      b, 8
banner_bit:
        rla
        jr      nc, banner_next
        ld      (hl), d
banner_next:
        inc     l
        djnz    banner_bit
        pop     bc
        pop     hl
        inc     b
        dec     e
        jr      nz, banner_line
        pop     bc
        pop     de
        ld      a, c
        add     a, 8
        ld      c, a
        jr      banner_letter
banner_text:
        defb    'L', 050h, 'O', 060h, 'G', 058h, 'O', 070h, 0

title_texts:
        defb    11, CENTRE, CYAN, "PART 1", 0
        defb    13, CENTRE, GREY, "A PRACTICE SCREEN", 0
        defb    14, CENTRE, GREY, "THAT BEHAVES LIKE THE GAME", 0
        defb    16, 4, GREY, "S  START LEVEL", 0
        defb    17, 4, GREY, "L  LOST KEYS", 0
        defb    18, 4, GREY, "D  DOUBLED KEYS", 0
        defb    20, CENTRE, WHITE, "PRESS SPACE", 0
        defb    0FFh
blanks: defb    "  ", 0

; The pages from the title to the first level.
controls:
        ld      hl, controls_texts
        ld      a, '2'
        call    page
        ld      hl, speed_texts
        ld      a, '5'
        call    page
        ld      hl, ready_texts
        ld      a, KEY_ENTER
        call    page
        ld      hl, players_texts
        ld      a, '7'
        call    page
        ; The player's name.
        call    clear
        ld      hl, head_texts
        call    print_list
        ld      hl, name_texts
        call    print_list
        xor     a
        ld      (length), a
        ld      (name), a
name_show:
        ld      hl, blank_name
        ld      bc, 10 * 256 + 10
        ld      e, YELLOW
        call    print
        ld      hl, name
        ld      bc, 10 * 256 + 10
        call    print
        ld      a, '_'
        call    letter
        call    next_key
        ld      c, a
        ld      a, (length)
        ld      b, a
        ld      hl, name
        call    at_index                ; behind the last letter
        ld      a, c
        cp      KEY_EDIT
        jp      z, title
        cp      KEY_ENTER
        jr      z, name_done
        cp      KEY_DELETE
        jr      z, name_delete
        ld      a, b
        cp      NAME_LENGTH
        jr      nc, name_show
        ld      (hl), c
        inc     hl
        inc     b
name_end:
        ld      (hl), 0
        ld      a, b
        ld      (length), a
        jr      name_show
name_delete:
        ld      a, b
        or      a
        jr      z, name_show
        dec     b
        dec     hl
        jr      name_end
name_done:
        ld      a, b
        or      a
        jr      z, name_show            ; a player has a name
        call    sow
        ld      a, (first)
        ld      (level), a
        jp      open

; Shows the page with the texts at HL until the key A is pressed.
page:
        push    af
        push    hl
        call    clear
        ld      hl, head_texts
        call    print_list
        pop     hl
        call    print_list
        pop     bc                      ; the key in B
page_wait:
        push    bc
        call    next_key
        pop     bc
        cp      KEY_EDIT
        jp      z, title
        cp      b
        jr      nz, page_wait
        ret

; After the last level.
ending:
        ld      hl, end_texts
        ld      a, KEY_ENTER
        call    page
        jp      title

head_texts:
        defb    2, CENTRE, CYAN, "LOGO: PART 1", 0, 0FFh
controls_texts:
        defb    7, CENTRE, WHITE, "CONTROLS", 0
        defb    10, 8, GREY, "2  KEYS", 0
        defb    13, 8, GREY, "Q UP    A DOWN", 0
        defb    15, 8, GREY, "O LEFT  P RIGHT", 0
        defb    17, 8, GREY, "SPACE STAMPS", 0
        defb    19, 8, GREY, "R TAKES BACK", 0, 0FFh
speed_texts:
        defb    7, CENTRE, WHITE, "CONTROLS: KEYS", 0
        defb    10, CENTRE, GREY, "5  START THE GAME", 0, 0FFh
ready_texts:
        defb    9, CENTRE, WHITE, "READY?", 0
        defb    12, CENTRE, GREY, "PRESS ENTER", 0, 0FFh
players_texts:
        defb    7, CENTRE, WHITE, "WHO PLAYS?", 0
        defb    10, CENTRE, GREY, "7  NEW PLAYER", 0, 0FFh
name_texts:
        defb    7, CENTRE, WHITE, "YOUR NAME, THEN ENTER", 0, 0FFh
blank_name:
        defs    NAME_LENGTH + 1, ' '
        defb    0
end_texts:
        defb    6, CENTRE, YELLOW + LARGE, "ALL DONE", 0
        defb    11, CENTRE, WHITE, "100 LEVELS", 0
        defb    19, CENTRE, GREY, "PRESS ENTER", 0, 0FFh

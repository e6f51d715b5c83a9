/**
 * The domain of what names none.
 */
#define globalDomain ((mstxDomainHandle_t)0)
